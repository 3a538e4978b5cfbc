import { execFile } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import type { Language } from '../../build.ts'
import { missingTools, packagingPython, packLanguage, runs } from '../../pack.ts'

/** The package of a language, made as it is published, and installed in an empty project. */
export type InstalledPackage = {
  readonly language: Language
  readonly project: string
  /** The interpreter of programs there, and its environment. */
  readonly interpreter: string
  readonly environment: Environment
  /** Runs a program of the language in the project, to its end. */
  readonly run: (program: string, input: string, env?: Readonly<Record<string, string>>) => Promise<string>
}

const endings: Readonly<Record<Language, string>> = { python: 'py', php: 'php', ruby: 'rb' }
/** A program that takes longer than this hangs. */
const MAX_RUN_MS = 240_000

/** The missing tools to make and install the package of a language, in words; null if there are none. */
export function missingHere(language: Language): string | null {
  const reason = missingTools(language)
  if (reason !== null) return reason
  if (language === 'python' && !runs(packagingPython() ?? 'python3', ['-c', 'import ensurepip'])) {
    return 'python3-venv is not installed'
  }
  const hasCurl = ['-r', 'exit(extension_loaded("curl") ? 0 : 1);']
  return language === 'php' && !runs('php', hasCurl) ? 'php has no extension curl' : null
}

/** Makes the package in `folder` and installs it there, without a network. */
export async function installPackage(language: Language, folder: string): Promise<InstalledPackage> {
  const project = join(folder, `${language}-project`)
  mkdirSync(project)
  const files = packLanguage(language, folder).map((it) => join(folder, it))
  const [interpreter, environment] = await install(language, files, project)
  return {
    language,
    project,
    interpreter,
    environment,
    run: (program, input, env = {}) =>
      execute(interpreter, [program], { cwd: project, env: { ...environment, ...env }, input }),
  }
}

/** The program that runs steps in a language. */
export const stepsProgram = (language: Language): string =>
  resolve(import.meta.dirname, `run_steps.${endings[language]}`)

/** Saves a program in the project, and returns its path. */
export function saveProgram({ language, project }: InstalledPackage, text: string): string {
  const path = join(project, `main.${endings[language]}`)
  writeFileSync(path, text)
  return path
}

type Environment = Readonly<Record<string, string>>

async function install(
  language: Language,
  files: readonly string[],
  project: string,
): Promise<readonly [string, Environment]> {
  const base = { PATH: process.env.PATH ?? '', HOME: project }
  const runHere = (program: string, args: readonly string[], env: Environment = base) =>
    execute(program, args, { cwd: project, env, input: '' })
  if (language === 'python') {
    const wheel = files.filter((it) => it.endsWith('.whl'))
    await runHere(packagingPython() ?? 'python3', ['-m', 'venv', 'venv'])
    await runHere('venv/bin/python', ['-m', 'pip', 'install', '--quiet', '--no-index', '--no-deps', ...wheel])
    return [join(project, 'venv/bin/python'), base]
  }
  if (language === 'php') {
    const place = join(project, 'unpacked')
    mkdirSync(place)
    await runHere('tar', ['-xzf', ...files, '-C', place])
    const unpacked = { type: 'path', url: place, options: { symlink: false } }
    const manifest = {
      repositories: [unpacked, { 'packagist.org': false }],
      require: { 'goodword/goodword': '*' },
    }
    writeFileSync(join(project, 'composer.json'), JSON.stringify(manifest))
    const env = { ...base, COMPOSER_ALLOW_SUPERUSER: '1' }
    await runHere('composer', ['install', '--quiet', '--no-interaction', '--no-plugins'], env)
    return ['php', base]
  }
  const gems = join(project, 'gems')
  await runHere('gem', ['install', '--quiet', '--local', '--no-document', '--install-dir', gems, ...files])
  return ['ruby', { ...base, GEM_PATH: gems }]
}

type Run = { readonly cwd: string; readonly env: Environment; readonly input: string }

async function execute(program: string, args: readonly string[], { cwd, env, input }: Run): Promise<string> {
  const running = promisify(execFile)(program, args, { cwd, env, timeout: MAX_RUN_MS, maxBuffer: 2 ** 24 })
  // A program may end without reading its input; how it ended is what counts.
  running.child.stdin?.on('error', () => undefined).end(input)
  return (await running).stdout
}
