import type { IntegrationStep } from '@goodword/client'
import { type Command, exitCodes } from '../command.ts'
import { openProfile } from '../profiles/open-profile.ts'
import { safeJson, safeText } from '../terminal/safe-text.ts'
import type { Terminal } from '../terminal/terminal.ts'

const marks = {
  DONE: { mark: '✓', color: 'green' },
  WARNING: { mark: '!', color: 'yellow' },
  MISSING: { mark: '✗', color: 'red' },
  OPTIONAL: { mark: '·', color: 'dim' },
} as const

export const status: Command = {
  positionals: [],
  options: {},
  help: 'The same list as the portal’s page of the integration. ✓ done, ! in part, ✗ missing, · optional.',
  async run(input, terminal) {
    const { client, tenantAlias } = await openProfile(input, terminal)
    const integration = await client.readIntegration()
    if (input.isJson) await terminal.write(safeJson(integration))
    else for (const step of integration.steps) await terminal.write(lineOf(step, terminal))
    const missing = integration.steps.filter((it) => it.state === 'MISSING').length
    if (missing === 0) return exitCodes.done
    const what = missing === 1 ? 'One step is' : `${missing} steps are`
    if (!input.isJson) terminal.note(`${what} missing for ${tenantAlias}.`)
    return exitCodes.refused
  },
}

function lineOf({ state, step, message, guideUrl }: IntegrationStep, terminal: Terminal): string {
  const { mark, color } = marks[state] ?? marks.WARNING
  const guide = state === 'DONE' ? '' : `\n    ${safeText(guideUrl)}`
  return `${terminal.paint(color, mark)} ${safeText(step).padEnd(21)} ${safeText(message)}${guide}`
}
