/** The kinds of rows that can be imported. */
export const importKinds = ['users', 'referrals', 'balances'] as const
export type ImportKind = (typeof importKinds)[number]

export const importFormats = ['csv', 'ndjson'] as const
export type ImportFormat = (typeof importFormats)[number]

/** Products whose exports can be imported as they are. */
export const importMappings = ['rewardful', 'firstpromoter', 'referralcandy', 'saasquatch'] as const
export type ImportMapping = (typeof importMappings)[number]

/** PENDING: not begun. RUNNING: part of the rows are imported. FAILED: the rest of the file cannot be read. */
export const importStates = ['PENDING', 'RUNNING', 'DONE', 'FAILED'] as const
export type ImportState = (typeof importStates)[number]
