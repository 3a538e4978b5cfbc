import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { buildPagePackage, pagePackages } from '../../packages/browser/build.ts'
import { buildCommandLine } from '../../packages/cli/build.ts'
import { buildClient } from '../../packages/client/build.ts'
import { buildScriptTypes } from '../../packages/client-script/build-types.ts'
import { buildMcpServer } from '../../packages/mcp/build.ts'
import { buildN8nNodes } from '../../packages/n8n-nodes-goodword/build.ts'
import { buildZapierApp } from '../../packages/zapier/build.ts'
import { inTemporaryFolder } from './temporary-folder.ts'
import { requireNothingOfThisMachine } from './traces.ts'

const ofPages = pagePackages.map((name) => (built: string) => buildPagePackage(name, built))
const builds = [
  buildClient,
  buildCommandLine,
  buildMcpServer,
  buildN8nNodes,
  buildScriptTypes,
  buildZapierApp,
  ...ofPages,
]

/** Makes the packages of npm that other projects install, as files in `folder`. Resolves with their names. */
export async function packPackages(folder: string): Promise<readonly string[]> {
  const names: string[] = []
  for (const build of builds) {
    names.push(
      await inTemporaryFolder(async (parent) => {
        const built = join(parent, 'package')
        await build(built)
        requireNothingOfThisMachine(built)
        const options = { cwd: built, encoding: 'utf8' } as const
        return execFileSync('npm', ['pack', '--silent', '--pack-destination', folder], options).trim()
      }),
    )
  }
  return names
}
