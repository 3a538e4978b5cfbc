import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { CommandError } from '../command.ts'

export const installers = ['npm', 'pnpm', 'yarn', 'bun'] as const
export type Installer = (typeof installers)[number]

/** The application in a folder, as far as its files show it. */
export type Project = {
  readonly folder: string
  /** Null without a package.json. */
  readonly manifest: Manifest | null
  readonly installer: Installer
  readonly isTypeScript: boolean
  /** The text of a file, null without it. */
  readonly read: (path: string) => string | null
  /** The names of files in a folder; none without it. */
  readonly list: (path: string) => readonly string[]
  readonly has: (path: string) => boolean
}

type Manifest = {
  readonly type: string | null
  readonly main: string | null
  readonly scripts: Readonly<Record<string, string>>
  readonly dependencies: Readonly<Record<string, string>>
}

const lockFiles: readonly (readonly [file: string, installer: Installer])[] = [
  ['pnpm-lock.yaml', 'pnpm'],
  ['yarn.lock', 'yarn'],
  ['bun.lock', 'bun'],
  ['bun.lockb', 'bun'],
  ['package-lock.json', 'npm'],
]

/** @throws CommandError for a package.json that cannot be read */
export function readProject(folder: string): Project {
  const read = (path: string) => {
    const file = join(folder, path)
    return existsSync(file) && statSync(file).isFile() ? readFileSync(file, 'utf8') : null
  }
  const has = (path: string) => existsSync(join(folder, path))
  const text = read('package.json')
  const { manifest, installer } = manifestOf(text)
  const locked = lockFiles.find(([file]) => has(file))?.[1]
  return {
    folder,
    manifest,
    installer: installer ?? locked ?? 'npm',
    isTypeScript: has('tsconfig.json') || manifest?.dependencies.typescript !== undefined,
    read,
    list: (path) => (has(path) ? readdirSync(join(folder, path)) : []),
    has,
  }
}

function manifestOf(text: string | null): {
  readonly manifest: Manifest | null
  readonly installer: Installer | undefined
} {
  if (text === null) return { manifest: null, installer: undefined }
  let value: Readonly<Record<string, unknown>>
  try {
    value = Object(JSON.parse(text))
  } catch {
    throw new CommandError('package.json is no valid JSON. Correct it first.')
  }
  const { type, main, scripts, dependencies, devDependencies, packageManager } = value
  const [named] = String(packageManager ?? '').split('@')
  return {
    manifest: {
      type: typeof type === 'string' ? type : null,
      main: typeof main === 'string' ? main : null,
      scripts: textsOf(scripts),
      dependencies: { ...textsOf(devDependencies), ...textsOf(dependencies) },
    },
    installer: installers.find((it) => it === named),
  }
}

function textsOf(value: unknown): Readonly<Record<string, string>> {
  const pairs = Object.entries(Object(value)).filter(([, it]) => typeof it === 'string')
  return Object.fromEntries(pairs) as Readonly<Record<string, string>>
}
