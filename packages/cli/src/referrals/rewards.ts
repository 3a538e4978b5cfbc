import { type Reward, type RewardType, rewardTypes } from '@goodword/client'
import { rewardText } from '@goodword/mcp/tools/fact-texts'
import { type Command, numberOf, wordOf } from '../command.ts'
import { openProfile } from '../profiles/open-profile.ts'
import { firstOf } from '../terminal/first-of.ts'
import { printRows, timeText } from '../terminal/print.ts'

const DEFAULT_ROWS = '50'

export const rewardsList: Command = {
  positionals: [],
  options: {
    account: { value: '<accountId>', summary: 'Only rewards of this account of yours.' },
    type: { value: '<type>', summary: 'Only rewards of this type, such as PAYMENT_SHARE.' },
    limit: { value: '<n>', summary: `How many at most, ${DEFAULT_ROWS} without it.` },
  },
  help: 'The newest comes first. QUEUE says how many others a percentage waits for, and when its turn is expected.',
  async run(input, terminal) {
    const most = numberOf('--limit', input.text('limit') ?? DEFAULT_ROWS, 1, 1_000_000)
    const [accountId, type] = [input.text('account'), input.text('type')]
    const query = {
      accountId,
      limit: Math.min(most, 100),
      ...(type === undefined ? {} : { type: wordOf<RewardType>('--type', rewardTypes, type) }),
    }
    const { client } = await openProfile(input, terminal)
    const count = await printRows(input, terminal, firstOf(client.listRewards({ query }), most), [
      { title: 'CREATED', of: (it) => timeText(it.dateCreated) },
      { title: 'ACCOUNT', of: (it) => it.accountId },
      { title: 'REWARD', of: rewardText },
      { title: 'STATUS', of: (it) => it.statuses.join(', ') },
      { title: 'QUEUE', of: queueText },
      { title: 'SOURCE', of: (it) => it.rewardSource },
      { title: 'REFERRAL', of: (it) => it.referralId, isId: true },
    ])
    if (count === 0) terminal.note('There are no such rewards.')
    return undefined
  },
}

function queueText({ queuePosition = null, dateBegins = null }: Reward): string | null {
  if (queuePosition === null) return null
  return dateBegins === null ? String(queuePosition) : `${queuePosition}, ${timeText(dateBegins)}`
}
