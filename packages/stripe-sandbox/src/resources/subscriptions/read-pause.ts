import { pauseBehaviors, type Subscription } from '../../model/subscription.ts'
import type { Params } from '../../wire/params.ts'

/** Reads `pause_collection`: undefined leaves it as it is, null ends it. @throws {ApiError} */
export function readPause(params: Params): Subscription['pauseCollection'] | undefined {
  const pause = params.part('pause_collection')
  if (pause == null) return pause
  const behavior = pause.oneOf('behavior', pauseBehaviors) ?? 'keep_as_draft'
  return { behavior, resumesAt: pause.moment('resumes_at') ?? null }
}
