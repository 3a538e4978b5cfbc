#!/usr/bin/env node
import { failureOf, runCommandLine } from './run-command-line.ts'
import { processTerminal } from './terminal/process-terminal.ts'
import { safeLines } from './terminal/safe-text.ts'

// Node would print the line of code and the fields of the error, among which a key could be.
process.on('uncaughtException', (error) => {
  const { message, exitCode } = failureOf(error, process.env)
  process.stderr.write(`${safeLines(message)}\n`)
  process.exit(exitCode)
})
process.exitCode = await runCommandLine(process.argv.slice(2), processTerminal())
