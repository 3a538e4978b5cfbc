import { testSeed } from '@goodword/testing/test-seed'
import { configureGlobal } from 'fast-check'

/** Every property tries the cases of one seed. */
configureGlobal({ seed: testSeed })
