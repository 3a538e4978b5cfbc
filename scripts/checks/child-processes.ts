import type { ChildProcess } from 'node:child_process'

const running = new Set<ChildProcess>()
let isEnding = false

// On a stop signal this process waits for its children: tests stop their database.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    isEnding = true
    for (const child of running) child.kill('SIGINT')
    endWhenAlone()
  })
}

/** Keeps a child from outliving this process after a stop signal. */
export function watchOver(child: ChildProcess): void {
  running.add(child)
  if (isEnding) child.kill('SIGINT')
  child.on('close', () => {
    running.delete(child)
    if (isEnding) endWhenAlone()
  })
}

function endWhenAlone(): void {
  if (running.size === 0) process.exit(1)
}
