import { readFile } from 'node:fs/promises'
import type { TenantId } from '@goodword/domain/values/ids'
import { changeProgram, mergedSettings } from '../../administration/programs/change-program.ts'
import { wholeSettings } from '../../administration/programs/replace-program.ts'
import { linkConsequences } from '../../administration/tenants/link-consequences.ts'
import { fileErrorCode } from '../../engine/secrets/private-file.ts'
import type { Context } from '../../frame/context.ts'
import type { FullSettings } from '../../frame/program/program-of.ts'
import { readProgram } from '../../frame/program/read-program.ts'
import { OperatorError } from '../../frame/tenants/operator-error.ts'
import { tenantNamed } from '../../frame/tenants/tenant-named.ts'
import { type Command, readArguments } from '../command.ts'
import { confirm } from '../confirm.ts'
import { inSession } from '../session.ts'
import type { ProgramFile } from './program-file.ts'

export const programGet: Command = {
  name: 'program get',
  parameters: '<alias>',
  summary: 'Show the program of a tenant, in the format of "program set".',
  async run(args, terminal) {
    const [alias = ''] = readArguments(args, ['alias']).positionals
    const answer = await inSession(terminal, async (ctx) => {
      const { tenant_id } = await tenantNamed(ctx, alias)
      return readProgram(ctx, tenant_id)
    })
    return { answer }
  },
}

export const programSet: Command = {
  name: 'program set',
  parameters: '<alias> <file.json> [--replace] [--yes]',
  summary:
    'Update the fields of a program that are in the file. With --replace, reset all others to their defaults. A "version" in the file must be the current one.',
  async run(args, terminal) {
    const { positionals, flags } = readArguments(args, ['alias', 'file.json'], [], ['replace', 'yes'])
    const [alias = '', path = ''] = positionals
    // Its validator is loaded here only: it has as many modules as the rest of the command line.
    const { parseProgram } = await import('./program-file.ts')
    const file = parseProgram(await readText(path))
    const confirmed = (consequences: string) => confirm(terminal, flags.yes, consequences)
    const to = (present: FullSettings) =>
      flags.replace ? file.settings : mergedSettings(present, file.settings, file.names)
    return { answer: await inSession(terminal, (ctx) => setProgram(ctx, alias, file, to, confirmed)) }
  },
}

/** Throws unless the operator confirms the consequences. */
type Confirmed = (consequences: string) => Promise<void>

async function setProgram(
  ctx: Context,
  alias: string,
  { version }: ProgramFile,
  to: (present: FullSettings) => ProgramFile['settings'],
  confirmed: Confirmed,
): Promise<object> {
  const { tenant_id: tenantId } = await tenantNamed(ctx, alias)
  const present = await readProgram(ctx, tenantId)
  await confirmForLinks(ctx, tenantId, present, wholeSettings(to(present)), confirmed)
  const changed = await changeProgram(ctx, tenantId, { to, version })
  if (changed !== null) return changed
  throw new OperatorError(
    version === null
      ? 'The program was changed at the same time. Run the command again.'
      : `The program has changed since version ${version}. Merge the changes, or remove "version" from the file.`,
  )
}

/** Share links of an inactive program or without a landing page lead to a notice. */
async function confirmForLinks(
  ctx: Context,
  tenantId: TenantId,
  before: FullSettings,
  after: FullSettings,
  confirmed: Confirmed,
): Promise<void> {
  const leads = ({ active, landingPage }: FullSettings) => active && landingPage !== null
  if (!leads(before) || leads(after)) return
  const consequences = await linkConsequences(ctx, tenantId)
  if (consequences !== null) await confirmed(consequences)
}

function readText(file: string): Promise<string> {
  return readFile(file, 'utf8').catch((cause: unknown) => {
    throw new OperatorError(`${file} cannot be read (${fileErrorCode(cause)}).`, { cause })
  })
}
