import type { Account, Client, Referral, TimelineEvent } from '@goodword/client'
import { rewardText } from '@goodword/mcp/tools/fact-texts'
import { type Command, numberOf } from '../command.ts'
import { openProfile } from '../profiles/open-profile.ts'
import { firstOf } from '../terminal/first-of.ts'
import { timeText } from '../terminal/print.ts'
import { safeJson, safeText } from '../terminal/safe-text.ts'
import type { Terminal } from '../terminal/terminal.ts'

const standings = {
  OPEN: 'No referral: a code still counts.',
  REFERRED: 'It was referred.',
  CLOSED: 'No referral: it paid before a code came, so no code counts any more.',
} as const

export const referralExplain: Command = {
  positionals: ['accountId'],
  options: {
    events: { value: '<n>', summary: 'How many events of its timeline, the newest; 20 without it.' },
  },
  help: 'The account is your ID of the friend’s account. Its timeline also says what did not happen, and why.',
  async run(input, terminal) {
    const accountId = input.required('accountId')
    const most = numberOf('--events', input.text('events') ?? '20', 1, 1000)
    const { client } = await openProfile(input, terminal)
    const account = await client.readAccount({ params: { accountId } })
    const { referrals } = await client.listReferrals({ query: { referredAccountId: accountId, limit: 1 } })
    const timeline = await timelineOf(client, accountId, most)
    const referral = referrals[0] ?? null
    if (input.isJson) await terminal.write(safeJson({ account, referral, timeline }))
    else await explain(terminal, account, referral, timeline)
    return undefined
  },
}

async function timelineOf(
  client: Client,
  accountId: string,
  most: number,
): Promise<readonly TimelineEvent[]> {
  const found: TimelineEvent[] = []
  const list = client.listAccountEvents({ params: { accountId }, query: { limit: Math.min(most, 100) } })
  for await (const event of firstOf(list, most)) found.push(event)
  return found.reverse()
}

async function explain(
  terminal: Terminal,
  account: Account,
  referral: Referral | null,
  timeline: readonly TimelineEvent[],
): Promise<void> {
  const write = (line: string) => terminal.write(safeText(line))
  await terminal.write(terminal.paint('bold', safeText(`Account ${account.id}`)))
  await write(`  ${standings[account.standing] ?? account.standing}`)
  if (account.subscription?.status) await write(`  Subscription: ${account.subscription.status}`)
  if (account.dateBlocked !== null) await write(`  Blocked: ${account.blockReason ?? 'without a reason'}`)
  if (referral !== null) {
    await terminal.write(terminal.paint('bold', safeText(`Referral ${referral.id}`)))
    for (const line of linesOfReferral(referral)) await write(`  ${line}`)
  }
  await terminal.write(terminal.paint('bold', 'What happened'))
  for (const { date, type, message, actor, note } of timeline) {
    await write(
      `  ${timeText(date)}  ${type.padEnd(20)} ${message} (${actor})${note === null ? '' : ` — ${note}`}`,
    )
  }
}

function linesOfReferral(referral: Referral): readonly string[] {
  const { referrerDecision, referredDecision } = referral
  const decided = (decision: Referral['referrerDecision']) =>
    decision?.message ? `: ${decision.message}${decision.actor === null ? '' : ` (${decision.actor})`}` : ''
  return [
    `${referral.status}, by the code ${referral.referralCodeUsed} of ${referral.referringAccountId}`,
    `Referrer’s side ${referral.referrerModerationStatus}${decided(referrerDecision)}, ${sideText(referral.referrerReward)}`,
    `Friend’s side ${referral.referredModerationStatus}${decided(referredDecision)}, ${sideText(referral.referredReward)}`,
    ...(referral.reasons.length === 0 ? [] : [`Waits for: ${referral.reasons.join(', ')}`]),
    ...referral.fraudSignals.map(
      ({ rule, message, shadow }) => `Fraud rule ${rule}${shadow ? ' (in shadow mode)' : ''}: ${message}`,
    ),
  ]
}

function sideText(reward: Referral['referrerReward']): string {
  return reward === null ? 'no reward' : `${rewardText(reward)} ${reward.statuses.join(', ')}`
}
