/** How far the erasure of a test program's data is. */
export const testDataErasureStates = ['ERASING', 'CHECKING', 'DONE'] as const
export type TestDataErasureState = (typeof testDataErasureStates)[number]
