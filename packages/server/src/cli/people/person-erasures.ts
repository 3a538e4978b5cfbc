import { writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { tenantNamed } from '../../frame/tenants/tenant-named.ts'
import { listErasures } from '../../privacy/erasure/erase-again.ts'
import { type Command, readArguments } from '../command.ts'
import { inSession } from '../session.ts'

export const personErasures: Command = {
  name: 'person erasures',
  parameters: '<alias> <file>',
  summary:
    'Write hashes of the users who were erased to a file, to be kept apart from the backups: "person erase-again" erases these users again after a restore.',
  async run(args, terminal) {
    const [alias = '', path = ''] = readArguments(args, ['alias', 'file']).positionals
    const file = resolve(path)
    const answer = await inSession(terminal, async (ctx) => {
      const { tenant_id: tenantId } = await tenantNamed(ctx, alias)
      let people = 0
      const lines = async function* () {
        for await (const mark of listErasures(ctx, tenantId)) {
          people += 1
          yield `${mark}\n`
        }
      }
      await writeFile(file, lines(), { mode: 0o600 })
      return { alias, file, people }
    })
    return { answer }
  },
}
