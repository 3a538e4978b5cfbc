import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { root } from '../checks/steps.ts'

/** When the commit was made, in seconds since the epoch; SOURCE_DATE_EPOCH replaces it where there is no git. */
export function sourceDate(): number {
  const { SOURCE_DATE_EPOCH: given = '' } = process.env
  const text = given === '' ? git('log', '-1', '--format=%ct') : given
  const seconds = Number(text)
  if (!Number.isSafeInteger(seconds) || seconds < 0) throw new Error(`SOURCE_DATE_EPOCH is no time: ${text}`)
  return seconds
}

/** The output of a git command in this checkout. */
export function git(...args: readonly string[]): string {
  return execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()
}

/**
 * Packs the folder `name` in `parent` as `file`, so that the same content makes the same bytes: names are in one order, and times,
 * owners and rights are not those of the machine. GNU tar and gzip do this alone.
 */
export function archive(parent: string, name: string, file: string): void {
  const same = ['--sort=name', '--format=gnu', '--owner=0', '--group=0', '--numeric-owner']
  const times = [`--mtime=@${sourceDate()}`, '--mode=u+rwX,go+rX,go-w']
  execFileSync(
    'tar',
    [...same, ...times, '--use-compress-program=gzip -n', '-cf', file, '-C', parent, name],
    {
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, LC_ALL: 'C' },
    },
  )
}

export async function sha256Of(file: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  return hash.digest('hex')
}
