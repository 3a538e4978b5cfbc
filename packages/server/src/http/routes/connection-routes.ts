import { checkConnection } from '@goodword/contract/endpoints/check-connection'
import { connectProcessor } from '@goodword/contract/endpoints/connect-processor'
import { listNotifications } from '@goodword/contract/endpoints/list-notifications'
import { readConnection } from '@goodword/contract/endpoints/read-connection'
import { readNotification } from '@goodword/contract/endpoints/read-notification'
import { reconcileConnection } from '@goodword/contract/endpoints/reconcile-connection'
import { removeConnection } from '@goodword/contract/endpoints/remove-connection'
import { rerunNotification } from '@goodword/contract/endpoints/rerun-notification'
import { handleCheckConnection } from '../handlers/connections/check-connection.ts'
import { handleConnectProcessor } from '../handlers/connections/connect-processor.ts'
import { handleReadConnection } from '../handlers/connections/read-connection.ts'
import { handleReconcileConnection } from '../handlers/connections/reconcile-connection.ts'
import { handleRemoveConnection } from '../handlers/connections/remove-connection.ts'
import { handleListNotifications } from '../handlers/notifications/list-notifications.ts'
import { handleReadNotification } from '../handlers/notifications/read-notification.ts'
import { handleRerunNotification } from '../handlers/notifications/rerun-notification.ts'
import type { ServeEndpoint } from '../server/handler.ts'
import type { RouteOptions } from './route-options.ts'

/** The payment processor of a program, and what it sends. */
export function connectionRoutes(serve: ServeEndpoint, options: RouteOptions): void {
  serve(connectProcessor, handleConnectProcessor)
  serve(readConnection, handleReadConnection)
  serve(checkConnection, handleCheckConnection)
  serve(reconcileConnection, handleReconcileConnection(options.runCustomer))
  serve(removeConnection, handleRemoveConnection)
  serve(listNotifications, handleListNotifications)
  serve(readNotification, handleReadNotification)
  serve(rerunNotification, handleRerunNotification)
}
