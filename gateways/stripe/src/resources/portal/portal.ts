import { prorationBehaviors } from '../../billing/update-items.ts'
import { findCustomer } from '../../lookup/find.ts'
import type { StripeAccount } from '../../model/account.ts'
import { newId } from '../../model/ids.ts'
import type { PortalConfiguration, PortalFeatures, PortalSession } from '../../model/portal.ts'
import { portalConfigurationJson, portalSessionJson } from '../../objects/portal-json.ts'
import { invalid, missing } from '../../wire/api-error.ts'
import { pageOf, readCursor } from '../../wire/list.ts'
import type { Params } from '../../wire/params.ts'
import { byClock, type Work } from '../../work.ts'
import { get, post, type Route } from '../route.ts'

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
    customer: { enabled: enabledOf(customer), allowed: customer?.texts('allowed_updates') },
    history: enabledOf(features?.part('invoice_history')),
    method: enabledOf(features?.part('payment_method_update')),
    cancel: {
      enabled: enabledOf(cancel),
      mode: cancel?.oneOf('mode', ['at_period_end', 'immediately']),
      proration: cancel?.oneOf('proration_behavior', prorationBehaviors),
    },
    update: {
      enabled: enabledOf(update),
      allowed: update?.texts('default_allowed_updates'),
      proration: update?.oneOf('proration_behavior', prorationBehaviors),
    },
  }
  return (before) => {
    const { customerUpdate, invoiceHistory, paymentMethodUpdate, ...subscription } = before ?? off
    const { subscriptionCancel, subscriptionUpdate } = subscription
    return {
      customerUpdate: {
        enabled: wanted.customer.enabled ?? customerUpdate.enabled,
        allowed: wanted.customer.allowed ?? customerUpdate.allowed,
      },
      invoiceHistory: wanted.history ?? invoiceHistory,
      paymentMethodUpdate: wanted.method ?? paymentMethodUpdate,
      subscriptionCancel: {
        enabled: wanted.cancel.enabled ?? subscriptionCancel.enabled,
        mode: wanted.cancel.mode ?? subscriptionCancel.mode,
        proration: wanted.cancel.proration ?? subscriptionCancel.proration,
      },
      subscriptionUpdate: {
        enabled: wanted.update.enabled ?? subscriptionUpdate.enabled,
        allowed: wanted.update.allowed ?? subscriptionUpdate.allowed,
        proration: wanted.update.proration ?? subscriptionUpdate.proration,
      },
    }
  }
}

const path = '/billing_portal/configurations'
const flows = ['payment_method_update', 'subscription_cancel', 'subscription_update'] as const

export const portalRoutes: readonly Route[] = [
  post(path, 'billing_portal_configuration', (params) => {
    const [fields, features, metadata] = [readFields(params), readFeatures(params), params.metadata()]
    return (work) => {
      const isFirst = work.account.portalConfigurations.size === 0
      const made = { ...emptyConfiguration(work), ...fields, features: features(null), metadata }
      return portalConfigurationJson(keep(work, { ...made, isDefault: isFirst }))
    }
  }),
  get(path, 'billing_portal_configuration', (params) => {
    const [cursor, active, isDefault] = [readCursor(params), params.flag('active'), params.flag('is_default')]
    return ({ account }) => {
      const fitting = Array.from(account.portalConfigurations.values()).filter((it) => {
        if (active !== undefined && it.active !== active) return false
        return isDefault === undefined || it.isDefault === isDefault
      })
      return pageOf(`/v1${path}`, fitting, cursor, portalConfigurationJson)
    }
  }),
  get(
    `${path}/:id`,
    'billing_portal_configuration',
    (_params, { id }) =>
      ({ account }) =>
        portalConfigurationJson(findConfiguration(account, id)),
  ),
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

/** @throws {ApiError} */
function findConfiguration(
  { portalConfigurations }: StripeAccount,
  id = '',
  param?: string,
): PortalConfiguration {
  const found = portalConfigurations.get(id)
  if (found === undefined) throw missing('configuration', id, param)
  return found
}

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
  const texts = {
    name: params.text('name'),
    headline: profile?.text('headline'),
    privacyPolicyUrl: profile?.url('privacy_policy_url'),
    termsOfServiceUrl: profile?.url('terms_of_service_url'),
    defaultReturnUrl: params.url('default_return_url'),
  }
  const isLogin = params.part('login_page')?.flag('enabled') ?? false
  if (isLogin) throw invalid('The local Stripe has no login page of the portal.', 'login_page[enabled]')
  return Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== undefined))
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
