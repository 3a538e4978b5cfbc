#!/usr/bin/env node
import { connectionFrom, StartFailure, serveOverStdio } from './serve-stdio.ts'

const USAGE = `Serves tools to an assistant (MCP) over standard input and output. The program of the assistant starts it, with
GOODWORD_URL, GOODWORD_TENANT and GOODWORD_API_KEY in its environment. It takes no arguments.
`

const [argument] = process.argv.slice(2)
if (argument === '--help' || argument === '-h') process.stdout.write(USAGE)
else if (argument !== undefined) {
  process.stderr.write(`goodword-mcp: Unknown argument.\n${USAGE}`)
  process.exitCode = 2
} else {
  try {
    await serveOverStdio(connectionFrom(process.env), (line) => process.stderr.write(`${line}\n`))
  } catch (error) {
    if (!(error instanceof StartFailure)) throw error
    process.stderr.write(`goodword-mcp: ${error.message}\n`)
    process.exitCode = error.exitCode
  }
}
