#!/usr/bin/env node
import { connectionFrom, StartFailure, serveOverStdio } from './serve-stdio.ts'

try {
  await serveOverStdio(connectionFrom(process.env), (line) => process.stderr.write(`${line}\n`))
} catch (error) {
  if (!(error instanceof StartFailure)) throw error
  process.stderr.write(`goodword-mcp: ${error.message}\n`)
  process.exitCode = error.exitCode
}
