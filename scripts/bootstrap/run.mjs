import { spawn } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { constants } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { describe, identify, isRunning } from './process-identity.mjs'

// Waits for the end of its input, which comes when this process ends however it ends, and then ends the
// child: politely, and for good when half a minute (the time the service gives its requests) was not enough.
const endWithParent = `
read -r line
kill -TERM "$1" 2>/dev/null || exit 0
for second in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32 33 34 35
do sleep 1; kill -0 "$1" 2>/dev/null || exit 0; done
kill -KILL "$1"
`

/** Starts Node with `args`, that Node's folder first on PATH, on record as a user of this checkout. */
export function startChild(root, { label, node, args, stdio, environment = process.env }) {
  const path = `${dirname(node)}${delimiter}${environment.PATH ?? ''}`
  const child = spawn(node, args, { stdio, env: { ...environment, PATH: path } })
  const watcher = spawn('/bin/sh', ['-c', endWithParent, 'sh', String(child.pid)], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  })
  const mark = record(root, label, child.pid)
  child.once('exit', () => {
    watcher.kill('SIGKILL')
    if (mark !== undefined) rmSync(mark, { force: true })
  })
  return child
}

/** Passes signals on and resolves with the code to exit with. */
export async function followChild(child) {
  const stopPassing = passSignals(child)
  const stopWatching = endWithNpm(child)
  try {
    return await new Promise((resolve, reject) => {
      child.once('error', reject)
      child.once('exit', (code, signal) => resolve(code ?? 128 + constants.signals[signal]))
    })
  } finally {
    stopPassing()
    stopWatching()
  }
}

/** Processes that use the installed packages or are installing them, as `{ pid, label }`. */
export function processesOfCheckout(root) {
  const folder = join(root, '.tools', 'running')
  const live = []
  for (const name of listFolder(folder)) {
    const file = join(folder, name)
    const mark = readMark(file)
    if (mark !== undefined && isRunning(mark)) live.push(mark)
    else rmSync(file, { force: true })
  }
  return live
}

function passSignals(child) {
  const lastSentAt = new Map()
  const pass = (signal) => {
    // Ctrl-C reaches the whole foreground group: the child has it already. And npm passes on what this
    // process got as well. A second signal means "at once" to many programs, so send one.
    if (signal === 'SIGINT' && process.stdin.isTTY) return
    const now = Date.now()
    if (now - (lastSentAt.get(signal) ?? 0) < 1000) return
    lastSentAt.set(signal, now)
    child.kill(signal)
  }
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
  for (const signal of signals) process.on(signal, pass)
  return () => {
    for (const signal of signals) process.off(signal, pass)
  }
}

// Only under npm: a parent that runs this file directly in the background may exit before it.
// npm ends without a word to its children when it is killed, and the shell between them passes nothing on.
function endWithNpm(child) {
  if (process.env.npm_lifecycle_event === undefined) return () => {}
  const parent = process.ppid
  const { command, parent: grandparent } = describe(parent)
  const npm = identify(/^-?(.*\/)?(sh|dash|bash|zsh|ash)$/.test(command) ? grandparent : parent)
  const timer = setInterval(() => {
    if (process.ppid === parent && isRunning(npm)) return
    clearInterval(timer)
    child.kill('SIGTERM')
  }, 500)
  return () => clearInterval(timer)
}

function record(root, label, pid) {
  const folder = join(root, '.tools', 'running')
  const mark = join(folder, String(pid))
  try {
    mkdirSync(folder, { recursive: true })
    writeFileSync(mark, JSON.stringify({ ...identify(pid), label }))
    return mark
  } catch {
    // A checkout that may only be read, or a child that could not be started: the latter is reported by `followChild`.
    return undefined
  }
}

function readMark(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}

function listFolder(folder) {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}
