import { Refusal } from '@goodword/contract/frame/refusal'
import type { Context, Transaction } from '../frame/context.ts'
import { sumFileBytes } from './rows/file-bytes.ts'

const RETRY_AFTER_SECONDS = 600
const GIB = 1024 ** 3

/** @throws Refusal SERVICE_UNAVAILABLE while the disk of the database has too little room to take another file */
export async function requireDiskSpace(ctx: Context): Promise<void> {
  if (await hasDiskSpace(ctx)) return
  throw new Refusal(
    'SERVICE_UNAVAILABLE',
    'The disk of the service is nearly full, so that no files are taken or written now. Tell its operator, and try again later.',
    null,
    RETRY_AFTER_SECONDS,
  )
}

/** Whether a file may be begun; true where the disk of the database cannot be seen from here. */
export async function hasDiskSpace({ diskSpace, limits }: Context): Promise<boolean> {
  const space = (await diskSpace?.()) ?? null
  return space === null || space.freeBytes * 100 >= space.totalBytes * limits.minFreeDiskPercent
}

/**
 * Whether the files of a tenant leave room for one of so many bytes more: those that are being received or imported, and the
 * exported ones.
 *
 * @throws Refusal FILE_SPACE_EXHAUSTED
 */
export async function requireRoomForFile(ctx: Context, tx: Transaction, bytes: number): Promise<void> {
  const most = ctx.limits.fileBytesOfTenant
  if ((await sumFileBytes(tx)) + bytes <= most) return
  throw new Refusal(
    'FILE_SPACE_EXHAUSTED',
    `The uploaded and exported files of this program have ${inGib(most)} GiB at most, and this one would exceed that. Wait until an import is finished or an export has expired.`,
  )
}

function inGib(bytes: number): string {
  return String(Math.round((bytes / GIB) * 100) / 100)
}
