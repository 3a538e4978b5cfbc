import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export type PackedPackage = {
  /** Installs it in a new project with this manifest, without a network: it can bring nothing else along. */
  readonly installIn: (project: string, manifest: object) => void
}

/** Packs the package in `dist` as npm publishes it, with all files of npm in `folder`. */
export function packPackage(dist: string, folder: string): PackedPackage {
  const env = { ...process.env, npm_config_cache: join(folder, 'npm-cache') }
  const npm = (args: readonly string[], cwd: string) => execFileSync('npm', args, { cwd, env, stdio: 'pipe' })
  npm(['pack', '--pack-destination', folder], dist)
  const [tarball = ''] = readdirSync(folder).filter((each) => each.endsWith('.tgz'))
  return {
    installIn(project, manifest) {
      mkdirSync(project)
      writeFileSync(join(project, 'package.json'), JSON.stringify(manifest))
      npm(['install', '--offline', '--no-audit', '--no-fund', join(folder, tarball)], project)
    },
  }
}
