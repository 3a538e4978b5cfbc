import { execFileSync, spawnSync } from 'node:child_process'
import { createReadStream, createWriteStream, existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { createBrotliDecompress } from 'node:zlib'

type Environment = Readonly<Record<string, string>>

/** A Chromium that can be started, and what its environment has to have beside the usual. */
export type ChromiumFiles = { readonly executable: string; readonly environment: Environment }

const unpackedFolder = resolve(import.meta.dirname, '../../../.tools/chromium')

/**
 * The Chromium that CHROMIUM_PATH names, or the one that comes with the packages, unpacked once into a folder of our
 * own: the package itself would use any file in the folder for temporary files.
 *
 * @throws Error where there is none for this system, with what to do
 */
export async function provideChromium(): Promise<ChromiumFiles> {
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
