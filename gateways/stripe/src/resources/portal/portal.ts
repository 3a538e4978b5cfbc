import { given } from '@goodword/sandbox/model/given'
import { prorationBehaviors } from '../../billing/update-items.ts'
import { findCustomer, finder } from '../../lookup/find.ts'
import { newId } from '../../model/ids.ts'
import type { PortalConfiguration, PortalFeatures, PortalSession } from '../../model/portal.ts'
import { portalConfigurationJson, portalSessionJson } from '../../objects/portal-json.ts'
import { invalid } from '../../wire/api-error.ts'
import type { Params } from '../../wire/params.ts'
import { byClock, type Work } from '../../work.ts'
import { byFlag, list } from '../list-route.ts'
import { post, type Route, retrieve } from '../route.ts'

const off: PortalFeatures = {
  customerUpdate: { enabled: false, allowed: [] },
  invoiceHistory: false,
  paymentMethodUpdate: false,
  subscriptionCancel: { enabled: false, mode: 'at_period_end', proration: 'none' },
  subscriptionUpdate: { enabled: false, allowed: [], proration: 'none' },
}

/** Reads `features`: absent features stay as they were, and are off in a new configuration. @throws {ApiError} */
function readFeatures(params: Params): (before: PortalFeatures | null) => PortalFeatures {
  const features = params.part('features')
  const [customer, cancel, update] = [
    features?.part('customer_update'),
    features?.part('subscription_cancel'),
    features?.part('subscription_update'),
  ]
  cancel?.accept('cancellation_reason')
  update?.accept('products', 'schedule_at_period_end', 'billing_cycle_anchor', 'trial_update_behavior')
  const enabledOf = (part: Params | null | undefined) => part?.flag('enabled')
  const wanted = {
    customerUpdate: given({
      enabled: enabledOf(customer),
      allowed: customer?.texts('allowed_updates') ?? undefined,
    }),
    history: enabledOf(features?.part('invoice_history')),
    method: enabledOf(features?.part('payment_method_update')),
    subscriptionCancel: given({
      enabled: enabledOf(cancel),
      mode: cancel?.oneOf('mode', ['at_period_end', 'immediately']) ?? undefined,
      proration: cancel?.oneOf('proration_behavior', prorationBehaviors) ?? undefined,
    }),
    subscriptionUpdate: given({
      enabled: enabledOf(update),
      allowed: update?.texts('default_allowed_updates') ?? undefined,
      proration: update?.oneOf('proration_behavior', prorationBehaviors) ?? undefined,
    }),
  }
  return (before) => {
    const was = before ?? off
    return {
      customerUpdate: { ...was.customerUpdate, ...wanted.customerUpdate },
      invoiceHistory: wanted.history ?? was.invoiceHistory,
      paymentMethodUpdate: wanted.method ?? was.paymentMethodUpdate,
      subscriptionCancel: { ...was.subscriptionCancel, ...wanted.subscriptionCancel },
      subscriptionUpdate: { ...was.subscriptionUpdate, ...wanted.subscriptionUpdate },
    }
  }
}

const path = '/billing_portal/configurations'
const flows = ['payment_method_update', 'subscription_cancel', 'subscription_update'] as const

const findConfiguration = finder('configuration', ({ portalConfigurations }) => portalConfigurations)

export const portalRoutes: readonly Route[] = [
  post(path, 'billing_portal_configuration', (params) => {
    const [fields, features, metadata] = [readFields(params), readFeatures(params), params.metadata()]
    return (work) => {
      const isFirst = work.account.portalConfigurations.size === 0
      const made = { ...emptyConfiguration(work), ...fields, features: features(null), metadata }
      return portalConfigurationJson(keep(work, { ...made, isDefault: isFirst }))
    }
  }),
  list(path, 'billing_portal_configuration', findConfiguration, {
    filters: {
      active: byFlag((it, active) => it.active === active),
      is_default: byFlag((it, isDefault) => it.isDefault === isDefault),
    },
    view: portalConfigurationJson,
  }),
  retrieve(`${path}/:id`, 'billing_portal_configuration', findConfiguration, portalConfigurationJson),
  post(`${path}/:id`, 'billing_portal_configuration', (params, { id }) => {
    const [fields, features, active] = [readFields(params), readFeatures(params), params.flag('active')]
    params.accept('metadata')
    return ({ account, now }) => {
      const found = findConfiguration(account, id)
      Object.assign(found, fields, {
        features: features(found.features),
        metadata: params.metadata(found.metadata),
        updated: now,
        ...(active !== undefined && { active }),
      })
      return portalConfigurationJson(found)
    }
  }),
  post('/billing_portal/sessions', 'billing_portal_session', (params) => {
    const [customerId, configuration] = [params.neededText('customer'), params.text('configuration')]
    const [returnUrl, flow] = [params.url('return_url') ?? null, readFlow(params)]
    params.accept('locale')
    return (asked) => {
      const { account } = asked
      const customer = findCustomer(account, customerId, 'customer')
      const work = byClock(asked, customer.testClock)
      const chosen =
        configuration == null ? defaultOf(asked) : findConfiguration(account, configuration, 'configuration')
      const made: PortalSession = {
        id: newId(account, 'bps'),
        created: work.now,
        customer: customer.id,
        configuration: chosen.id,
        returnUrl: returnUrl ?? chosen.defaultReturnUrl,
        flow,
      }
      account.portalSessions.set(made.id, made)
      return portalSessionJson(made)
    }
  }),
]

/** The configuration of sessions that name none, which is made when it is needed. */
function defaultOf(work: Work): PortalConfiguration {
  const found = Array.from(work.account.portalConfigurations.values()).find(({ isDefault }) => isDefault)
  return found ?? keep(work, { ...emptyConfiguration(work), isDefault: true })
}

function keep({ account }: Work, made: PortalConfiguration): PortalConfiguration {
  account.portalConfigurations.set(made.id, made)
  return made
}

function emptyConfiguration({ account, now }: Work): PortalConfiguration {
  return {
    id: newId(account, 'bpc'),
    created: now,
    isDefault: false,
    active: true,
    name: null,
    headline: null,
    privacyPolicyUrl: null,
    termsOfServiceUrl: null,
    defaultReturnUrl: null,
    features: {
      customerUpdate: { enabled: true, allowed: ['email', 'address', 'phone'] },
      invoiceHistory: true,
      paymentMethodUpdate: true,
      subscriptionCancel: { enabled: true, mode: 'at_period_end', proration: 'none' },
      subscriptionUpdate: { enabled: false, allowed: [], proration: 'none' },
    },
    metadata: {},
    updated: now,
  }
}

function readFields(params: Params): Partial<PortalConfiguration> {
  const profile = params.part('business_profile')
  const texts = given({
    name: params.text('name'),
    headline: profile?.text('headline'),
    privacyPolicyUrl: profile?.url('privacy_policy_url'),
    termsOfServiceUrl: profile?.url('terms_of_service_url'),
    defaultReturnUrl: params.url('default_return_url'),
  })
  const isLogin = params.part('login_page')?.flag('enabled') ?? false
  if (isLogin) throw invalid('The local Stripe has no login page of the portal.', 'login_page[enabled]')
  return texts
}

function readFlow(params: Params): PortalSession['flow'] {
  const part = params.part('flow_data')
  if (part == null) return null
  const type = part.oneOf('type', flows) ?? part.neededText('type')
  const details = part.part('subscription_cancel') ?? part.part('subscription_update')
  details?.accept('retention')
  part.accept('after_completion')
  return { type, subscription: details?.neededText('subscription') ?? null }
}
