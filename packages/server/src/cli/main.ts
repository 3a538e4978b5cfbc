import { reportCrashes } from '../start/report-failure.ts'
import { processTerminal } from './process-terminal.ts'
import { runCommandLine } from './run-command-line.ts'

reportCrashes()
process.exitCode = await runCommandLine(process.argv.slice(2), processTerminal)
