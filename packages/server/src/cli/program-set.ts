import { readFile } from 'node:fs/promises'
import { replaceProgram } from '../operations/programs/replace-program.ts'
import { OperatorError } from '../operations/tenants/operator-error.ts'
import { tenantNamed } from '../operations/tenants/tenant-named.ts'
import { fileErrorCode } from '../platform/private-file.ts'
import { type Command, readArguments } from './command.ts'
import { parseProgram } from './program-file.ts'
import { inSession } from './session.ts'

export const programSet: Command = {
  name: 'program set',
  parameters: '<alias> <file.json>',
  summary: 'Set the whole program of a tenant; a "version" in the file must be the present one.',
  async run(args) {
    const [alias = '', file = ''] = readArguments(args, ['alias', 'file.json']).positionals
    const { settings, version, unknown } = parseProgram(await readText(file))
    for (const name of unknown) console.error(`"${name}" is no field of a program and was left out.`)
    const answer = await inSession(async (session) => {
      const { tenant_id } = await tenantNamed(session.db, alias)
      return replaceProgram(session, tenant_id, settings, version)
    })
    if (answer !== null) return { answer }
    throw new OperatorError(
      `The program has changed since version ${version}. Take over what changed, or leave "version" out of the file.`,
    )
  },
}

function readText(file: string): Promise<string> {
  return readFile(file, 'utf8').catch((cause: unknown) => {
    throw new OperatorError(`${file} cannot be read (${fileErrorCode(cause)}).`, { cause })
  })
}
