import { type ChildProcess, spawn } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { compileCache } from '@goodword/testing/node-program'
import { commandFor, root, type Step } from './steps.ts'

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
function watchOver(child: ChildProcess): void {
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

export type StepResult = { readonly step: Step; readonly passed: boolean; readonly output: string }

/** The number of cores; with more than four, the longest step takes as long as all of them. */
const LANES = Math.min(4, availableParallelism())

/**
 * Runs every step, a few at a time, and prints a line as each ends, without what it printed itself. Lines of it that begin
 * with `not run:` or `also run:` are shown from passed steps.
 */
export async function runSteps(
  steps: readonly Step[],
  log: (line: string) => void,
  lanes = LANES,
): Promise<StepResult[]> {
  const waiting = [...steps]
  const results: StepResult[] = []
  await Promise.all(Array.from({ length: lanes }, lane))
  return results

  async function lane(): Promise<void> {
    for (let step = waiting.shift(); step !== undefined; step = waiting.shift()) {
      const startedAt = performance.now()
      const result = await runStep(step, log)
      results.push(result)
      const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
      log(`${result.passed ? '✓' : '✗'} ${step.name} ${seconds} s`)
      if (result.passed) for (const line of noticesOf(result.output)) log(line)
    }
  }
}

async function runStep(step: Step, log: (line: string) => void): Promise<StepResult> {
  let output = ''
  const collect = (piece: string): void => {
    output += piece
  }
  const exitCode = await runNode(step, collect, log)
  return { step, passed: exitCode === 0, output }
}

/** The exit code of a step; one that could not start or was killed by a signal ends with 1. */
export async function runNode(
  step: Step,
  onOutput: (piece: string) => void,
  log: (line: string) => void,
): Promise<number> {
  const child = spawn(step.node ?? process.execPath, [step.program, ...step.args], {
    cwd: root,
    env: {
      ...process.env,
      ...(process.stdout.isTTY ? {} : { NO_COLOR: '1' }),
      ...compileCache,
      ...step.environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  watchOver(child)
  const stopBeat = beatWhileQuiet(step.name, child.stdout, log)
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', onOutput)
  return await new Promise((done) => {
    child.on('error', (error) => onOutput(`${error.message}\n`))
    child.on('close', (code) => {
      stopBeat()
      done(code ?? 1)
    })
  })
}

/** Prints after every 15 s without output that a step still runs, so that long work never looks stuck. */
function beatWhileQuiet(
  name: string,
  output: NodeJS.ReadableStream,
  log: (line: string) => void,
): () => void {
  const startedAt = performance.now()
  const beat = setInterval(() => {
    log(`… ${name} still runs after ${Math.round((performance.now() - startedAt) / 1000)} s`)
  }, 15_000)
  output.on('data', () => beat.refresh())
  return () => clearInterval(beat)
}

/** The output of each failed step, with the command to repeat it. */
export function failureTexts(results: readonly StepResult[]): readonly string[] {
  return results.filter((each) => !each.passed).map(failureText)
}

function failureText({ step, output }: StepResult): string {
  return `\n── ${step.name} failed; repeat it with: ${commandFor(step)}\n${output.trimEnd()}\n`
}

function noticesOf(output: string): string[] {
  return output.split('\n').filter((line) => /^(?:not|also) run: /.test(line))
}
