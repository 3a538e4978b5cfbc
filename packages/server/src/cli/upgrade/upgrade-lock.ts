import { link, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { timeOfStart } from '../../engine/embedded-database/process-identity.ts'
import { fileErrorCode } from '../../engine/secrets/private-file.ts'
import { OperatorError } from '../../frame/tenants/operator-error.ts'

const RELEASED = 'released'

/**
 * Runs work while no other upgrade of this installation does. A holder that was killed leaves its file, and to delete the file
 * of a dead holder could delete that of its successor: each takes the next number instead, which only one can.
 *
 * @throws OperatorError while another process upgrades
 */
export async function withUpgradeLock<T>(kept: string, work: () => Promise<T>): Promise<T> {
  const folder = join(kept, 'lock')
  await mkdir(folder, { recursive: true })
  const mine = await take(folder)
  try {
    return await work()
  } finally {
    await writeFile(mine, RELEASED)
  }
}

async function take(folder: string): Promise<string> {
  const highest = Math.max(0, ...(await numbersIn(folder)))
  const holder =
    highest === 0 ? RELEASED : await readFile(join(folder, `${highest}`), 'utf8').catch(() => null)
  // Its successor has just removed it.
  if (holder === null) throw busy(null)
  const [pid = '', startedAt] = holder.split(' ')
  if (startedAt !== undefined && (await timeOfStart(Number(pid))) === startedAt) throw busy(pid)
  const mine = join(folder, `${highest + 1}`)
  const draft = join(folder, `draft-${process.pid}`)
  await writeFile(draft, `${process.pid} ${await timeOfStart(process.pid)}`)
  try {
    await link(draft, mine)
  } catch (error) {
    throw fileErrorCode(error) === 'EEXIST' ? busy(null) : error
  } finally {
    await rm(draft, { force: true })
  }
  const numbers = await numbersIn(folder)
  if (Math.max(...numbers) !== highest + 1) {
    await rm(mine)
    throw busy(null)
  }
  for (const lower of numbers.filter((it) => it <= highest))
    await rm(join(folder, `${lower}`), { force: true })
  return mine
}

async function numbersIn(folder: string): Promise<readonly number[]> {
  return (await readdir(folder)).filter((name) => /^\d+$/.test(name)).map(Number)
}

function busy(pid: string | null): OperatorError {
  const who = pid === null ? 'Another process' : `Process ${pid}`
  return new OperatorError(`${who} is upgrading this installation. Wait until it has ended.`)
}
