import { attribution } from './attribution.ts'
import { codeLookUp } from './code-look-up.ts'
import { conversion } from './conversion.ts'
import { identifyNew } from './identify-new.ts'
import { identifyRepeat } from './identify-repeat.ts'
import { rewardRead } from './reward-read.ts'
import type { Scenario } from './scenario.ts'
import { shareLinkManyCodes, shareLinkOneCode } from './share-link.ts'

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
