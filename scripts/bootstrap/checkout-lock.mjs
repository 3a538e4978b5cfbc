import { linkSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { identify, isRunning } from './process-identity.mjs'

/**
 * Runs `work` while no other bootstrap of this checkout prepares anything.
 *
 * A holder that was killed leaves its file, and deleting a dead holder's file can delete that of a
 * successor. So every holder takes the next number instead; a number can be taken once (`link` fails
 * when the name exists), and only the holder of a higher number removes the lower ones.
 */
export async function withCheckoutLock(root, work) {
  const folder = join(root, '.tools', 'lock')
  const mine = await acquire(folder)
  try {
    return await work()
  } finally {
    if (mine !== undefined) writeFileSync(mine, 'released')
  }
}

async function acquire(folder) {
  try {
    mkdirSync(folder, { recursive: true })
    for (let waitedMs = 0; ; waitedMs += 200) {
      const top = highest(folder)
      const holder = readHolder(join(folder, String(top)))
      if (holder === undefined || !isRunning(holder)) {
        const mine = take(folder, top + 1)
        if (mine !== undefined) return mine
      } else if (waitedMs === 1000) {
        console.error(`Waiting for process ${holder.pid}, which prepares this checkout …`)
      }
      await pause(200)
    }
  } catch (error) {
    // A checkout that may only be read has nothing to protect: nothing can be installed into it.
    if (['EACCES', 'EROFS', 'EPERM'].includes(error.code)) return undefined
    throw error
  }
}

function take(folder, number) {
  const mine = join(folder, String(number))
  const draft = join(folder, `draft-${process.pid}`)
  writeFileSync(draft, JSON.stringify(identify(process.pid)))
  try {
    linkSync(draft, mine)
  } catch (error) {
    if (error.code === 'EEXIST') return undefined
    throw error
  } finally {
    rmSync(draft, { force: true })
  }
  if (highest(folder) !== number) {
    // This number had been used, given back and cleared away since we looked.
    rmSync(mine)
    return undefined
  }
  for (const lower of numbers(folder).filter((other) => other < number)) {
    rmSync(join(folder, String(lower)), { force: true })
  }
  return mine
}

function highest(folder) {
  return Math.max(0, ...numbers(folder))
}

function numbers(folder) {
  return readdirSync(folder)
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
}

function readHolder(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}
