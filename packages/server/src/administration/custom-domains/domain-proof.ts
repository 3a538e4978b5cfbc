import { randomBytes } from 'node:crypto'
import type { DomainProblem } from '@goodword/domain/hosts/host-claim'
import type { HostName } from '@goodword/domain/hosts/host-name'
import type { Context } from '../../frame/context.ts'

const PREFIX = 'goodword-verification='
const RESOLVE_MS = 8000

/** What the name servers have: the texts of the record that proves a host, or null when they did not answer. */
export type ProofTexts = readonly string[] | null

export function makeProofToken(): string {
  return randomBytes(16).toString('hex')
}

export function proofName(host: HostName): string {
  return `_goodword.${host}`
}

export function proofValue(token: string): string {
  return PREFIX + token
}

/** Asks the name servers for the record that proves a host. */
export async function readProofTexts(ctx: Context, host: HostName, signal: AbortSignal): Promise<ProofTexts> {
  const limited = AbortSignal.any([signal, AbortSignal.timeout(RESOLVE_MS)])
  try {
    return await ctx.resolveTexts(proofName(host), limited)
  } catch (error) {
    // The work as a whole was ended; otherwise the servers did not answer, whatever the reason.
    if (signal.aborted) throw error
    return null
  }
}

/** What is wrong with the record of a claim; null when it is there. */
export function proofProblem(texts: ProofTexts, token: string): DomainProblem | null {
  if (texts === null) return 'NAME_SERVERS_UNREACHABLE'
  const found = texts.map((it) => it.trim()).filter((it) => it.startsWith(PREFIX))
  if (found.includes(proofValue(token))) return null
  return found.length === 0 ? 'RECORD_MISSING' : 'RECORD_DIFFERENT'
}
