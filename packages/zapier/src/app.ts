import { creates } from './actions.ts'
import { authentication } from './authentication.ts'
import { searches } from './searches.ts'
import { triggers } from './triggers.ts'

/** The app as Zapier takes it. The versions are those of the two packages, which the build puts in. */
export function appOf(version: string, platformVersion: string) {
  return { version, platformVersion, authentication, triggers, creates, searches }
}
