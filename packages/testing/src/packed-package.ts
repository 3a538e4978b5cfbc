import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export type PackedPackages = {
  /** The files, in the order of the packages. */
  readonly tarballs: readonly string[]
  /** Installs them in a new project with this manifest, without a network: they can bring nothing else along. */
  readonly installIn: (project: string, manifest: object) => void
}

/** Packs the packages in these folders as npm publishes them, with all files of npm in `folder`. */
export function packPackages(dists: readonly string[], folder: string): PackedPackages {
  const env = { ...process.env, npm_config_cache: join(folder, 'npm-cache') }
  const npm = (args: readonly string[], cwd: string) =>
    execFileSync('npm', args, { cwd, env, stdio: 'pipe', encoding: 'utf8' })
  const tarballs = dists.map((dist) =>
    join(folder, npm(['pack', '--silent', '--pack-destination', folder], dist).trim()),
  )
  return {
    tarballs,
    installIn(project, manifest) {
      mkdirSync(project)
      writeFileSync(join(project, 'package.json'), JSON.stringify(manifest))
      // Peer dependencies of a package are not part of it.
      const options = ['--offline', '--legacy-peer-deps', '--no-audit', '--no-fund']
      npm(['install', ...options, ...tarballs], project)
    },
  }
}
