import type { Program, ProgramUpdate } from './program.ts'

/**
 * Settings that stay as they are when a test program is published: they name things outside of the program that differ
 * between the modes (a discount at the sandbox of the processor, pages of a test shop), or whether the live program runs and
 * writes to strangers, which is turned on by itself and after a legal note.
 */
export const settingsOfOneMode = ['active', 'allowedOrigins', 'invitations', 'processorDiscountId'] as const

type SettingOfOneMode = (typeof settingsOfOneMode)[number]
export type PublishedField = Exclude<keyof Program, 'version' | SettingOfOneMode>

/** A setting that publishing would change; undefined stands for a setting that is absent. */
export type PublishedChange = {
  readonly field: PublishedField
  readonly live: unknown
  readonly test: unknown
}

export type Publication = {
  /** The body of `PUT program` for the live program, which succeeds while it has the version that was read. */
  readonly update: ProgramUpdate
  /** The changes; none when the live program has these settings already. */
  readonly changes: readonly PublishedChange[]
}

/** Plans the publication of a test program to the live one, both as `GET program` returns them. */
export function publishableSettings(test: Program, live: Program): Publication {
  const { active, allowedOrigins, invitations, processorDiscountId, version } = live
  const update = { ...test, active, allowedOrigins, invitations, processorDiscountId, version }
  const fields = new Set([...Object.keys(live), ...Object.keys(test)])
  const changes = [...fields]
    .filter(isPublished)
    .filter((field) => canonical(live[field]) !== canonical(test[field]))
    .map((field) => ({ field, live: live[field], test: test[field] }))
  return { update, changes }
}

function isPublished(field: string): field is PublishedField {
  return field !== 'version' && !settingsOfOneMode.some((it) => it === field)
}

/** Equal texts for equal values: fields in any order, and an absent field like one that is undefined. */
function canonical(value: unknown): string {
  return (
    JSON.stringify(value, (_name, it: unknown) =>
      isRecord(it) ? Object.fromEntries(Object.entries(it).sort(([a], [b]) => (a < b ? -1 : 1))) : it,
    ) ?? ''
  )
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
