import { spawnSync } from 'node:child_process'
import { rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const FOLDER = '/dev/shm'
/** Several times what the databases of a test run take. */
const NEEDED_BYTES = 6e9

/**
 * The environment of tests that need not outlive the machine: their temporary files are kept in memory where there is enough of
 * it. A test database has more than a thousand files, which a disk takes ten times as long to create.
 */
export function temporaryFiles(): Readonly<Record<string, string>> {
  return isRoomy() && runsPrograms() ? { TMPDIR: FOLDER } : {}
}

function isRoomy(): boolean {
  try {
    const { bavail, bsize } = statfsSync(FOLDER)
    return Math.min(bavail * bsize, process.availableMemory()) > NEEDED_BYTES
  } catch {
    return false
  }
}

/** Containers may forbid it, and PostgreSQL is copied there for another user. */
function runsPrograms(): boolean {
  const program = join(FOLDER, `goodword-${process.pid}`)
  try {
    writeFileSync(program, '#!/bin/sh\n', { mode: 0o700 })
    return spawnSync(program).status === 0
  } catch {
    return false
  } finally {
    rmSync(program, { force: true })
  }
}
