import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildLanguage, type Language } from './build.ts'

type Environment = Readonly<Record<string, string>>

/** A Python with what makes packages: the first one in the path may be one without. */
const PYTHONS = ['python3', '/usr/bin/python3']

/** The missing tools for the package of a language, in words; null if it can be made. */
export function missingTools(language: Language): string | null {
  if (language === 'python') {
    return packagingPython() === null ? 'no python3 has setuptools and wheel' : null
  }
  const tools = language === 'php' ? ['php', 'composer'] : ['ruby', 'gem']
  const missing = tools.filter((it) => !runs(it, ['--version']))
  if (missing.length > 0) return `${missing.join(' and ')} ${missing.length > 1 ? 'are' : 'is'} not installed`
  return null
}

/**
 * Makes the files that a package registry takes, and returns their paths below `folder`: a wheel and a source distribution,
 * an archive for Composer, or a gem. Each language has a folder. The tools get `environment` too, such as SOURCE_DATE_EPOCH; the rights
 * of files are not those that this machine gives.
 *
 * @throws Error if a tool is missing or refuses the package
 */
export function packLanguage(
  language: Language,
  folder: string,
  environment: Environment = {},
): readonly string[] {
  const built = join(folder, `${language}-package`)
  const made = join(folder, language)
  buildLanguage(language, built)
  for (const it of readdirSync(built, { recursive: true, withFileTypes: true }))
    chmodSync(join(it.parentPath, it.name), it.isDirectory() ? 0o755 : 0o644)
  mkdirSync(made)
  pack(language, built, made, environment)
  rmSync(built, { recursive: true })
  return readdirSync(made).map((name) => join(language, name))
}

function pack(language: Language, built: string, made: string, environment: Environment): void {
  const run = (program: string, args: readonly string[]) => runTool(program, args, built, environment)
  if (language === 'python') {
    // Each in a process of its own: setuptools builds once.
    for (const form of ['wheel', 'sdist']) {
      const code = `import sys; from setuptools import build_meta; build_meta.build_${form}(sys.argv[1])`
      run(packagingPython() ?? 'python3', ['-c', code, made])
    }
  } else if (language === 'php') {
    // A registry reads the version from the tag of a repository, an archive has it in itself.
    const manifest = JSON.parse(readFileSync(join(built, 'composer.json'), 'utf8'))
    const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8'))
    writeFileSync(join(built, 'composer.json'), JSON.stringify({ ...manifest, version }, null, 2))
    const name = `goodword-php-${version}`
    run('composer', ['archive', '--quiet', '--format=tar.gz', `--dir=${made}`, `--file=${name}`])
  } else {
    run('gem', ['build', '--quiet', 'goodword.gemspec'])
    for (const name of readdirSync(built).filter((it) => it.endsWith('.gem'))) {
      cpSync(join(built, name), join(made, name))
    }
  }
}

/** A Python that can make packages, or null. */
export function packagingPython(): string | null {
  return PYTHONS.find((it) => runs(it, ['-c', 'import setuptools, wheel'])) ?? null
}

/** Whether a program is installed and does this. */
export function runs(program: string, args: readonly string[]): boolean {
  return spawnSync(program, args, { env: { ...process.env, COMPOSER_ALLOW_SUPERUSER: '1' } }).status === 0
}

function runTool(program: string, args: readonly string[], cwd: string, environment: Environment): void {
  const env = { ...process.env, ...environment, COMPOSER_ALLOW_SUPERUSER: '1' }
  const command = ['-c', 'umask 022 && exec "$@"', 'sh', program, ...args]
  execFileSync('sh', command, { cwd, env, stdio: 'pipe' })
}
