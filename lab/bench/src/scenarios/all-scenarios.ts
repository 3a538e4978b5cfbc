import { codeLookUp, identifyRepeat, rewardRead } from './reads.ts'
import type { Scenario } from './scenario.ts'
import { shareLinkManyCodes, shareLinkOneCode } from './share-link.ts'
import { attribution, conversion, identifyNew } from './writes.ts'

/** Scenarios that only read come first, because the others make the tables grow. */
export const allScenarios: readonly Scenario[] = [
  codeLookUp,
  rewardRead,
  identifyRepeat,
  shareLinkOneCode,
  shareLinkManyCodes,
  identifyNew,
  attribution,
  conversion,
]
