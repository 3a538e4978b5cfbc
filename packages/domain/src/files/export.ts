/** The kinds of records that can be exported. */
export const exportKinds = [
  ...(['users', 'referrals', 'rewards', 'balances', 'bills', 'events', 'clicks'] as const),
  'yearlyRewards',
] as const
export type ExportKind = (typeof exportKinds)[number]

export const exportFormats = ['csv', 'ndjson'] as const
export type ExportFormat = (typeof exportFormats)[number]

/** PENDING: not begun. RUNNING: part of the file is written. */
export const exportStates = ['PENDING', 'RUNNING', 'DONE', 'FAILED'] as const
export type ExportState = (typeof exportStates)[number]
