import { execFileSync, spawnSync } from 'node:child_process'
import { createReadStream, createWriteStream, existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { createBrotliDecompress } from 'node:zlib'
import { type Browser, chromium } from 'playwright-core'
import { waitLimitMs } from './full-run.ts'

// Not those that the package recommends: they switch web security off, and no test of a border could fail then. Every
// name leads to this machine, so that a test can use its own hosts and never reaches others.
const launchArguments = [
  '--no-sandbox',
  '--disable-gpu',
  '--no-first-run',
  // A container may have hardly any shared memory.
  '--disable-dev-shm-usage',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--host-resolver-rules=MAP * 127.0.0.1',
]

export type BrowserOptions = {
  readonly args?: readonly string[]
  /** Shows scroll bars as on a desktop; without it none takes any room. */
  readonly withScrollBars?: boolean
}

/** Longer than a busy machine takes to start a browser. */
const START_LIMIT_MS = 120_000

/** A Chromium; close it at the end. */
export async function startBrowser({ args = [], withScrollBars }: BrowserOptions = {}): Promise<Browser> {
  const { executable, environment } = await provideChromium()
  const browser = await chromium.launch({
    executablePath: executable,
    env: { ...process.env, ...environment },
    timeout: START_LIMIT_MS,
    args: [...launchArguments, ...args],
    ignoreDefaultArgs: withScrollBars === true ? ['--hide-scrollbars'] : [],
  })
  browser.on('context', (it) => it.setDefaultTimeout(waitLimitMs))
  return browser
}

type Environment = Readonly<Record<string, string>>

/** A Chromium that can be started, and what its environment has to have beside the usual. */
type ChromiumFiles = { readonly executable: string; readonly environment: Environment }

const unpackedFolder = resolve(import.meta.dirname, '../../../.tools/chromium')

/**
 * The Chromium that CHROMIUM_PATH names, or the one that comes with the packages, unpacked once into a folder of our
 * own: the package itself would use any file in the folder for temporary files.
 *
 * @throws Error where there is none for this system, with what to do
 */
async function provideChromium(): Promise<ChromiumFiles> {
  const installed = process.env.CHROMIUM_PATH ?? ''
  if (installed !== '') return { executable: installed, environment: {} }
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new Error(
      'The Chromium of the packages is for Linux on x64. Set CHROMIUM_PATH to an installed one.',
    )
  }
  const folder = await unpacked()
  const executable = join(folder, 'chromium')
  const environment = fontsOf(folder)
  if (problemOf(executable, environment) === null) return { executable, environment }
  const withLibraries = { ...environment, LD_LIBRARY_PATH: join(folder, 'lib') }
  const problem = problemOf(executable, withLibraries)
  if (problem === null) return { executable, environment: withLibraries }
  throw new Error(`Chromium does not start here: ${problem}`)
}

/** Several test processes may unpack at once: each does so aside, and the first to finish is taken by all. */
async function unpacked(): Promise<string> {
  const packed = join(dirname(fileURLToPath(import.meta.resolve('@sparticuz/chromium'))), '../bin')
  const folder = join(unpackedFolder, await versionBeside(packed))
  if (existsSync(folder)) return folder
  await mkdir(unpackedFolder, { recursive: true })
  const aside = await mkdtemp(join(unpackedFolder, 'unpacking-'))
  await unpack(join(packed, 'chromium.br'), join(aside, 'chromium'))
  for (const name of ['al2023', 'fonts']) {
    const archive = join(aside, `${name}.tar`)
    await unpack(join(packed, `${name}.tar.br`), archive)
    execFileSync('tar', ['--extract', '--no-same-owner', '--file', archive, '--directory', aside])
    await rm(archive)
  }
  await writeFile(join(aside, 'fonts.conf'), fontsFile)
  execFileSync('chmod', ['-R', 'a+rX', aside])
  await rename(aside, folder).catch(async (error: unknown) => {
    await rm(aside, { recursive: true })
    if (!existsSync(folder)) throw error
  })
  return folder
}

async function versionBeside(packed: string): Promise<string> {
  const { version } = JSON.parse(await readFile(join(packed, '../package.json'), 'utf8'))
  return String(version)
}

async function unpack(from: string, to: string): Promise<void> {
  const target = createWriteStream(to, { mode: 0o755 })
  await pipeline(createReadStream(from), createBrotliDecompress(), target)
}

/** A machine without fonts shows the package's own. */
function fontsOf(folder: string): Environment {
  return existsSync('/etc/fonts/fonts.conf') ? {} : { FONTCONFIG_FILE: join(folder, 'fonts.conf') }
}

const fontsFile = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir prefix="relative">fonts</dir><cachedir prefix="xdg">fontconfig</cachedir></fontconfig>
`

/** Why it does not start, which is a missing library on a bare machine, such as libnss3; null when it does. */
function problemOf(executable: string, environment: Environment): string | null {
  const { status, stderr, error } = spawnSync(executable, ['--version'], {
    env: { ...process.env, ...environment },
    encoding: 'utf8',
  })
  return status === 0 ? null : (error?.message ?? stderr)
}
