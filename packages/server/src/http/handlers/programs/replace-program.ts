import type { replaceProgram as endpoint } from '@goodword/contract/endpoints/replace-program'
import { ProgramSettings } from '@goodword/contract/program'
import { Refusal } from '@goodword/contract/refusal'
import { replaceProgram } from '../../../operations/administration/programs/replace-program.ts'
import { responseSerializer } from '../../requests/response-serializer.ts'
import type { Handler } from '../../server/handler.ts'

// Settings are stored as they are: an unknown field inside a reward or a rule would be stored with them.
const withKnownFields = responseSerializer(ProgramSettings)

export const handleReplaceProgram: Handler<typeof endpoint> = async (ctx, { tenant, body }) => {
  const { version } = body
  // What is cut to a schema that it met still meets it.
  const settings = withKnownFields(body) as ProgramSettings
  const program = await replaceProgram(ctx, tenant.tenantId, settings, version)
  if (program === null) {
    const message = `Version ${version} is out of date: the program was changed since you retrieved it. Retrieve it again and send your change with the new version.`
    throw new Refusal('STALE_VERSION', message, 'version')
  }
  return program
}
