import { spawn } from 'node:child_process'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { createTwoFilesPatch } from 'diff'
import { type Command, CommandError, wordOf } from '../command.ts'
import { openProfile } from '../profiles/open-profile.ts'
import { safeJson, safeText } from '../terminal/safe-text.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { frameworks, frameworksOf, planOf } from './frameworks.ts'
import { type FileChange, joined, type Plan, withAddresses } from './plan.ts'
import { type Installer, type Project, readProject } from './project.ts'

export const init: Command = {
  positionals: [],
  options: {
    framework: { value: '<name>', summary: `Instead of looking: ${frameworks.join(', ')}.` },
    packages: {
      value: '<folder>',
      summary: 'Install the packages of this folder, which `npm run pack` made.',
    },
    yes: { summary: 'Do not ask.' },
  },
  help: 'Shows what it would install and write, and asks. Files that are there already are not replaced; a second time changes nothing.',
  async run(input, terminal) {
    const profile = await openProfile(input, terminal)
    const project = readProject(terminal.folder)
    const named = input.text('framework')
    const found =
      named === undefined ? frameworksOf(project, profile.url) : [wordOf('--framework', frameworks, named)]
    const plan = completed(joined(found.map((it) => planOf(it, project, profile))), project, profile)
    const folder = input.text('packages')
    const packages = await sourcesOf(
      plan.packages,
      folder === undefined ? null : resolve(terminal.folder, folder),
    )
    const install = packages.length === 0 ? null : installCommand(project.installer, packages)
    const answer = {
      frameworks: found,
      install,
      files: plan.changes.map(({ path }) => path),
      steps: plan.steps,
    }
    if (install === null && plan.changes.length === 0) {
      if (input.isJson) await terminal.write(safeJson({ ...answer, changed: false }))
      else await terminal.write('This application is integrated already. Nothing was changed.')
      return undefined
    }
    if (!input.isJson) await show(terminal, found.join(' and '), install, plan)
    await confirm(terminal, input.isSet('yes'))
    if (install !== null) await runInstall(install, terminal)
    for (const { path, after } of plan.changes) await save(join(project.folder, path), after)
    if (input.isJson) await terminal.write(safeJson({ ...answer, changed: true }))
    else for (const line of stepLines(plan.steps)) await terminal.write(line)
    return undefined
  },
}

/** The plan without the packages that are there, and with the variables of the environment. */
function completed(
  plan: Plan,
  project: Project,
  profile: { readonly url: string; readonly tenantAlias: string },
): Plan {
  const present = project.manifest?.dependencies ?? {}
  return {
    ...plan,
    packages: plan.packages.filter((it) => present[it] === undefined),
    changes: [...plan.changes, ...environmentChange(project, plan.variables, profile)],
    steps: [
      ...environmentSteps(Object.keys(plan.variables)),
      ...plan.steps,
      'Look what is missing: goodword status',
    ].map((it) => withAddresses(it, profile.url)),
  }
}

/** The steps for `.env`: public values come complete, and a key is named only where a server needs it. */
function environmentSteps(names: readonly string[]): readonly string[] {
  if (names.length === 0) return []
  if (!names.includes('GOODWORD_API_KEY'))
    return ['Copy .env.example to .env. Both values are public: your pages show them.']
  const secrets =
    'Copy .env.example to .env, and put an API key and what goodword listen --print-secret prints into it. Keep .env out of git.'
  const prefix = names.map((name) => /^[A-Z]*_?PUBLIC_|^VITE_/.exec(name)?.[0]).find((it) => it !== undefined)
  if (prefix === undefined) return [secrets]
  return [
    secrets,
    `Never give the API key or the secret a name that begins with ${prefix}: those are in your pages.`,
  ]
}

/** The source of each package for a package manager: its name, or its file in a folder. */
async function sourcesOf(names: readonly string[], folder: string | null): Promise<readonly string[]> {
  if (folder === null) return names
  const files = await readdir(folder).catch(() => [])
  return names.map((name) => {
    const start = `${name.replace('@', '').replace('/', '-')}-`
    const file = files.find((it) => it.startsWith(start) && /^\d.*[.]tgz$/.test(it.slice(start.length)))
    if (file !== undefined) return join(folder, file)
    throw new CommandError(
      `${folder} has no ${start}<version>.tgz. Make it in the Goodword checkout: npm run pack`,
    )
  })
}

async function show(
  terminal: Terminal,
  framework: string,
  install: readonly string[] | null,
  plan: Plan,
): Promise<void> {
  await terminal.write(`Found ${framework}. This would be done:`)
  if (install !== null) await terminal.write(`\n$ ${install.join(' ')}`)
  for (const change of plan.changes) await terminal.write(`\n${differenceText(change, terminal.paint)}`)
}

async function confirm({ ask }: Terminal, isAgreed: boolean): Promise<void> {
  if (isAgreed) return
  if (ask === null) throw new CommandError('There is no terminal to ask at. To do it, add --yes.')
  if ((await ask.confirm('Do this?')) !== true) throw new CommandError('Nothing was changed.')
}

async function save(file: string, text: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, text)
}

function stepLines(steps: readonly string[]): readonly string[] {
  return ['', 'Done. What is left for you:', ...steps.map((step, index) => `  ${index + 1}. ${step}`)]
}

const CONTEXT_LINES = 2

/** A change of a file as a unified diff. */
function differenceText({ path, before, after }: FileChange, paint: Terminal['paint']): string {
  const from = before === null ? '/dev/null' : path
  const patch = createTwoFilesPatch(from, path, before ?? '', after, '', '', { context: CONTEXT_LINES })
  return patch
    .trimEnd()
    .split('\n')
    .filter((line) => !/^(?:=====|Index: )/.test(line))
    .map((line) => painted(safeText(line), paint))
    .join('\n')
}

function painted(line: string, paint: Terminal['paint']): string {
  if (line.startsWith('+')) return paint('green', line)
  return line.startsWith('-') ? paint('red', line) : line
}

const FILE = '.env.example'

/** The variables that the file lacks, with address and alias of the profile, and never a key. */
function environmentChange(
  project: Project,
  variables: Readonly<Record<string, string>>,
  { url, tenantAlias }: { readonly url: string; readonly tenantAlias: string },
): readonly FileChange[] {
  const names = Object.keys(variables)
  if (names.length === 0) return []
  const isOnServer = names.includes('GOODWORD_API_KEY')
  const all = isOnServer ? ['GOODWORD_URL', 'GOODWORD_TENANT', ...names] : names
  const before = project.read(FILE)
  const missing = all.filter(
    (name) => !new RegExp(`^\\s*(?:export\\s+)?${name}\\s*=`, 'm').test(before ?? ''),
  )
  if (missing.length === 0) return []
  const lines = missing.map((name) => {
    if (name.endsWith('GOODWORD_URL')) return `${name}=${url}`
    return name.endsWith('GOODWORD_TENANT') ? `${name}=${tenantAlias}` : `${name}=`
  })
  const start = before === null || before === '' ? '' : `${before.trimEnd()}\n\n`
  return [{ path: FILE, before, after: `${start}# Goodword\n${lines.join('\n')}\n` }]
}

/** The command by which a package manager adds packages. */
function installCommand(installer: Installer, packages: readonly string[]): readonly [string, ...string[]] {
  return [installer, installer === 'npm' ? 'install' : 'add', ...packages]
}

/** @throws CommandError if the packages were not installed */
async function runInstall([program = '', ...args]: readonly string[], terminal: Terminal): Promise<void> {
  // Scripts of packages have no use for the key.
  const { GOODWORD_API_KEY: _key, GOODWORD_WEBHOOK_SECRET: _secret, ...env } = terminal.env
  const child = spawn(program, args, {
    cwd: terminal.folder,
    env,
    // Its output is no result of the command.
    stdio: ['ignore', 2, 2],
    // Package managers are scripts there.
    shell: process.platform === 'win32',
  })
  const code = await new Promise<number | null>((done) => {
    child.once('error', () => done(null)).once('close', done)
  })
  if (code === 0) return
  const why = code === null ? 'could not be started' : `ended with ${code}`
  const isNamed = args.some((it) => it.startsWith('@goodword/'))
  const way = isNamed ? ' Or take the packages that `npm run pack` makes: --packages <folder>' : ''
  throw new CommandError(
    `${[program, ...args].join(' ')} ${why}. No file was changed. Solve that, and start again.${way}`,
  )
}
