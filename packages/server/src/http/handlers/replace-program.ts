import type { replaceProgram } from '@goodword/contract/endpoints/replace-program'
import { ProgramSettings } from '@goodword/contract/program'
import { Refusal } from '@goodword/contract/refusal'
import { cutter } from '../cut.ts'
import type { RouteDependencies } from '../route-dependencies.ts'
import type { Handler } from '../serve.ts'

// Settings are stored as they are: a stranger's field inside of a reward or a rule would be stored with them.
const cut = cutter(ProgramSettings)

export function handleReplaceProgram(it: RouteDependencies): Handler<typeof replaceProgram> {
  return async ({ tenant, body }) => {
    const { version } = body
    // What is cut to a schema that it met still meets it.
    const settings = cut(body) as ProgramSettings
    const program = await it.operations.replaceProgram(tenant.tenantId, settings, version)
    if (program === null) {
      const message = `Version ${version} is out of date: the program was changed since you retrieved it. Retrieve it again and send your change with the new version.`
      throw new Refusal('STALE_VERSION', message, 'version')
    }
    return program
  }
}
