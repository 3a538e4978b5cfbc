import type { ChildProcess } from 'node:child_process'

const running = new Set<ChildProcess>()
let isEnding = false

// Asked to end, this process waits for its children: tests take their database with them.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    isEnding = true
    for (const child of running) child.kill('SIGINT')
    endWhenAlone()
  })
}

/** Keeps a child from outliving this process when that is asked to end. */
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
