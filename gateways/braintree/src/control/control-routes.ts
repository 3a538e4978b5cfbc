import { clockRoutes } from '@goodword/sandbox/control/routes/clock-routes'
import { faultRoutes } from '@goodword/sandbox/control/routes/fault-routes'
import { notificationRoutes } from '@goodword/sandbox/control/routes/notification-routes'
import { notificationKinds } from '../model/webhook.ts'
import { type ControlRoute, routes } from './control-route.ts'
import { destinationRoutes } from './routes/destination-routes.ts'
import { disputeRoutes } from './routes/dispute-routes.ts'
import { listRoutes } from './routes/list-routes.ts'
import { merchantRoutes } from './routes/merchant-routes.ts'
import { movingRoutes } from './routes/moving-routes.ts'
import { settingRoutes } from './routes/setting-routes.ts'
import { snapshotRoutes } from './routes/snapshot-routes.ts'

/** All that the control API does, below `/sandbox`. */
export const controlRoutes: readonly ControlRoute[] = [
  ...merchantRoutes,
  ...clockRoutes(routes),
  ...movingRoutes,
  ...listRoutes,
  ...disputeRoutes,
  ...destinationRoutes,
  ...notificationRoutes(routes, { kinds: notificationKinds, textName: 'xml' }),
  ...faultRoutes(routes),
  ...settingRoutes,
  ...snapshotRoutes,
]
