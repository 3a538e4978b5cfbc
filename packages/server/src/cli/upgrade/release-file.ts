import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { cp, mkdir, readdir, readFile, realpath, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join, relative } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { OperatorError } from '../../frame/tenants/operator-error.ts'
import { folderBytes } from '../free-space.ts'

const run = promisify(execFile)

export const SUMS_FILE = 'SHA256SUMS'

/** The end of the name of a folder in which a release is not whole: not yet, or no more. */
export const STAGING = '.partial'

/** A release as it was delivered: a tarball, or a folder that was unpacked from one. */
export type Delivery = {
  readonly path: string
  readonly isFolder: boolean
  /** Identifies the delivered release: the checksum of the tarball, or that of the list of a folder. */
  readonly sha256: string
}

/**
 * Compares a release with the checksums that were published with it. A folder has the list of its files in itself.
 *
 * @throws OperatorError when anything differs, or is not in the list
 */
export async function verifyDelivery(path: string, sumsFile: string | undefined): Promise<Delivery> {
  const found = await stat(path).catch(() => null)
  if (found === null) throw new OperatorError(`${path} does not exist.`)
  const isFolder = found.isDirectory()
  const file = sumsFile ?? join(isFolder ? path : dirname(path), SUMS_FILE)
  const text = await readFile(file, 'utf8').catch(() => null)
  if (text === null)
    throw new OperatorError(
      `${file} cannot be read. Put the file ${SUMS_FILE} of the release there, or name it by --sums.`,
    )
  const sums = readSums(text)
  if (isFolder) {
    await verifyFolder(path, sums, file)
    return { path, isFolder, sha256: createHash('sha256').update(text).digest('hex') }
  }
  const expected = sums.get(basename(path))
  if (expected === undefined) throw new OperatorError(`${file} has no checksum of ${basename(path)}.`)
  const sha256 = await sumOf(path)
  if (sha256 !== expected) throw differs(path, expected, sha256)
  return { path, isFolder, sha256 }
}

/** Reads lines as `sha256sum` writes them. */
function readSums(text: string): ReadonlyMap<string, string> {
  const lines = text.split('\n').flatMap((line) => {
    const [, sum = '', name = ''] = /^([0-9a-fA-F]{64}) [ *](?:\.\/)?(.+)$/.exec(line.trimEnd()) ?? []
    return name === '' ? [] : [[name, sum.toLowerCase()] as const]
  })
  return new Map(lines)
}

async function verifyFolder(folder: string, sums: ReadonlyMap<string, string>, file: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries
    .filter((it) => !it.isDirectory() && !it.isSymbolicLink())
    .map((it) => relative(folder, join(it.parentPath, it.name)))
  for (const it of entries.filter((entry) => entry.isSymbolicLink())) {
    const target = await realpath(join(it.parentPath, it.name)).catch(() => '')
    if (!target.startsWith(`${await realpath(folder)}/`))
      throw new OperatorError(
        `${join(it.parentPath, it.name)} leads out of the release. Nothing was changed.`,
      )
  }
  const missing = [...sums.keys()].find((name) => !files.includes(name))
  if (missing !== undefined) throw new OperatorError(`${missing} is missing in ${folder}; ${file} lists it.`)
  for (const name of files.filter((it) => it !== SUMS_FILE)) {
    const expected = sums.get(name)
    if (expected === undefined) throw new OperatorError(`${join(folder, name)} has no checksum in ${file}.`)
    const sum = await sumOf(join(folder, name))
    if (sum !== expected) throw differs(join(folder, name), expected, sum)
  }
}

function differs(path: string, expected: string, found: string): OperatorError {
  return new OperatorError(
    `${path} is not what was published: its SHA-256 is ${found}, and ${expected} is expected. Nothing was changed; download it again.`,
  )
}

async function sumOf(path: string): Promise<string> {
  const sum = createHash('sha256')
  await pipeline(createReadStream(path), sum)
  return sum.digest('hex')
}

/** The bytes that a release takes on the disk. */
export async function unpackedBytes({ path, isFolder }: Delivery): Promise<number> {
  if (!isFolder) {
    const { stdout } = await run('tar', ['-tvzf', path], { maxBuffer: 2 ** 28, env: plainEnv() })
    // GNU tar writes owner and group as one column, others as two with a number before them.
    const sizes = stdout
      .split('\n')
      .map((line) => Number(/^\S+\s+(?:\S+\/\S+|\d+\s+\S+\s+\S+)\s+(\d+)\s/.exec(line)?.[1] ?? 0))
    return sizes.reduce((sum, size) => sum + size, 0)
  }
  return folderBytes(path)
}

/**
 * Brings a release into a folder, which gets its name when all of it is there. `prepare` completes the release in `draft`, and says
 * which folder it becomes.
 */
export async function unpackDelivery(
  { path, isFolder }: Delivery,
  draft: string,
  prepare: (staging: string) => Promise<string>,
): Promise<string> {
  const staging = `${draft}${STAGING}`
  await rm(staging, { recursive: true, force: true })
  await mkdir(staging, { recursive: true })
  if (isFolder) await cp(path, staging, { recursive: true, verbatimSymlinks: true })
  // The one folder of a tarball is left out of the names; tar itself refuses those that lead elsewhere.
  else
    await run('tar', ['-xzf', path, '-C', staging, '--strip-components=1', '--no-same-owner'], {
      env: plainEnv(),
    })
  const folder = await prepare(staging)
  await rename(staging, folder)
  return folder
}

function plainEnv(): NodeJS.ProcessEnv {
  return { ...process.env, LC_ALL: 'C' }
}
