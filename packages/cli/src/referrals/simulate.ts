import { setTimeout as pause } from 'node:timers/promises'
import { type FraudSimulation, type FraudSimulationRequest, fraudRuleModes } from '@goodword/client'
import { type Command, CommandError, numberOf, UsageError, wordOf } from '../command.ts'
import { openProfile } from '../profiles/open-profile.ts'
import { printRows, timeText } from '../terminal/print.ts'
import { safeJson, safeText } from '../terminal/safe-text.ts'

type SimulatedRule = FraudSimulationRequest['rules'][number]

const LOOK_EVERY_MS = 500

export const simulate: Command = {
  positionals: ['rule'],
  options: {
    mode: { value: '<mode>', summary: 'active (default), shadow or off.' },
    thresholds: { value: '<name=n,…>', summary: 'Thresholds instead of the defaults.' },
    from: { value: '<day>', summary: 'First day, such as 2026-03-01; 29 days before the last without it.' },
    to: { value: '<day>', summary: 'Last day; today without it.' },
  },
  help: 'The rule has the name of the portal’s page of fraud rules, such as LEAKED_CODE. Nothing is held.',
  async run(input, terminal) {
    const { client } = await openProfile(input, terminal)
    const rule = {
      // The service knows the names, and its refusal lists them.
      rule: input.required('rule') as SimulatedRule['rule'],
      mode: wordOf('--mode', fraudRuleModes.toReversed(), input.text('mode') ?? 'active'),
      thresholds: thresholdsOf(input.text('thresholds')),
    }
    const [from, to] = [input.text('from'), input.text('to')]
    const signal = terminal.interruption()
    const { answer: first } = await client.createFraudSimulation({
      body: { from, to, rules: [rule] },
      signal,
    })
    let simulation: FraudSimulation = first
    while (simulation.state === 'RUNNING') {
      terminal.progress(`${simulation.total.matched} referrals match so far …`)
      await pause(LOOK_EVERY_MS, undefined, { signal })
      simulation = await client.readFraudSimulation({ params: { simulationId: simulation.id }, signal })
    }
    if (simulation.state !== 'DONE') throw new CommandError('The service could not count. Try it again.')
    if (input.isJson) {
      await terminal.write(safeJson(simulation))
      return undefined
    }
    const { matched, would, ofDecided } = simulation.total
    await terminal.write(safeText(`${simulation.from} to ${simulation.to}: ${matched} referrals match.`))
    await terminal.write(
      safeText(`${would.held} would be held, worth ${would.amount} ${simulation.currency}. `) +
        `Of those that your staff decided, ${ofDecided.approved} are approved and ${ofDecided.denied} denied.`,
    )
    await printRows(input, terminal, simulation.referrals, [
      { title: 'STARTED', of: (it) => timeText(it.dateReferralStarted) },
      { title: 'REFERRER', of: (it) => it.referringAccountId },
      { title: 'FRIEND', of: (it) => it.referredAccountId },
      { title: 'AMOUNT', of: (it) => it.amount },
      { title: 'FOUND', of: (it) => it.found.map(({ message }) => message).join(' ') },
    ])
    return undefined
  },
}

function thresholdsOf(text: string | undefined): Readonly<Record<string, number>> {
  if (text === undefined) return {}
  const pairs = text.split(',').map((pair) => {
    const [name = '', value = ''] = pair.split('=')
    if (!/^\w+$/.test(name))
      throw new UsageError('--thresholds takes names with numbers: publicClicks=5,days=7.')
    return [name, numberOf(name, value, 0, 1_000_000_000)] as const
  })
  return Object.fromEntries(pairs)
}
