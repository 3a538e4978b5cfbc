/** The embedded database could not be started or stopped; the message says what to do, in one line. */
export class EmbeddedDatabaseError extends Error {
  override name = 'EmbeddedDatabaseError'
}

/** Another process runs the database of this data directory. */
export class DataDirectoryBusy extends EmbeddedDatabaseError {
  override name = 'DataDirectoryBusy'
}

/** Runs `work` on files below `folder`; an error of the file system becomes one line. */
export async function explainingRefusals<Result>(
  folder: string,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work()
  } catch (cause) {
    const explanation = explanations[errorCode(cause) ?? '']
    if (explanation === undefined) throw cause
    throw new EmbeddedDatabaseError(`${refusedPath(cause) ?? folder} ${explanation}`, { cause })
  }
}

const explanations: Record<string, string> = {
  EACCES:
    'may not be read or written by this user. Give it to the user that runs the service, or set DATA_DIR.',
  EPERM: 'may not be changed by this user. Give it to the user that runs the service, or set DATA_DIR.',
  EROFS: 'is on a disk that may only be read. Set DATA_DIR to a folder that may be written.',
  ENOSPC: 'is on a disk that is full. Make room and start again.',
  EDQUOT: 'is on a disk whose quota is used up. Make room and start again.',
  EFBIG:
    'may not grow as it must: the system limits the size of files (ulimit -f). Raise that limit and start again.',
  ENOTDIR: 'is not a folder. Set DATA_DIR to a folder.',
  EEXIST: 'is not a folder. Set DATA_DIR to a folder.',
}

// A copy is refused where it goes to, as a rule.
function refusedPath(error: unknown): string | undefined {
  const { path, dest }: { path?: unknown; dest?: unknown } = Object(error)
  return [dest, path].find((candidate) => typeof candidate === 'string')
}

export function errorCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined
  return typeof error.code === 'string' ? error.code : undefined
}
