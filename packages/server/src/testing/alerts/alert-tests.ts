import { billingAlerts } from './billing-alerts.ts'
import { serviceAlerts } from './service-alerts.ts'
import { workAlerts } from './work-alerts.ts'

export const alertTests = [...serviceAlerts, ...workAlerts, ...billingAlerts]
