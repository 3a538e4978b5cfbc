/**
 * The fields of Stripe's published fixtures (openapi/fixtures3.json of github.com/stripe/openapi at f6c2a48, MIT, Copyright Stripe,
 * Inc.) for the objects that are simulated here, each with the JSON type of its example; without one where the example is null.
 */
const fields: Readonly<Record<string, string>> = {
  account: `
    business_profile:object business_type capabilities:object charges_enabled:boolean controller:object
    country:string created:number default_currency:string details_submitted:boolean email:string
    external_accounts:object future_requirements:object id:string metadata:object payouts_enabled:boolean
    requirements:object settings:object tos_acceptance:object type:string
  `,
  charge: `
    amount:number amount_captured:number amount_refunded:number application application_fee
    application_fee_amount balance_transaction:string billing_details:object calculated_statement_descriptor
    captured:boolean created:number currency:string customer description:string disputed:boolean
    failure_balance_transaction failure_code failure_message fraud_details:object id:string livemode:boolean
    metadata:object on_behalf_of outcome:object paid:boolean payment_intent payment_method:string
    payment_method_details:object receipt_email receipt_number receipt_url:string refunded:boolean
    refunds:object review shipping:object source:object source_transfer statement_descriptor
    statement_descriptor_suffix status:string transfer_data:object transfer_group
  `,
  'checkout.session': `
    adaptive_pricing:object after_expiration:object allow_promotion_codes amount_subtotal amount_total
    automatic_tax:object billing_address_collection cancel_url:string client_reference_id client_secret
    collected_information:object consent:object consent_collection:object created:number currency
    currency_conversion:object custom_fields:list custom_text:object customer customer_account customer_creation
    customer_details:object customer_email discounts expires_at:number id:string integration_identifier invoice
    invoice_creation:object livemode:boolean locale managed_payments:object metadata:object mode:string
    origin_context payment_intent:string payment_link payment_method_collection
    payment_method_configuration_details:object payment_method_options:object payment_method_types:list
    payment_status:string permissions:object phone_number_collection:object recovered_from
    saved_payment_method_options:object setup_intent shipping_address_collection:object shipping_cost:object
    shipping_options:list status:string submit_type subscription success_url:string total_details:object ui_mode
    url:string wallet_options:object
  `,
  coupon: `
    amount_off created:number currency:string duration:string duration_in_months:number id:string
    livemode:boolean max_redemptions metadata:object name:string percent_off:number redeem_by:number
    times_redeemed:number valid:boolean
  `,
  credit_note: `
    amount:number amount_shipping:number created:number currency:string customer:string customer_account
    customer_balance_transaction discount_amount:number discount_amounts:list effective_at:number id:string
    invoice:string lines:object livemode:boolean memo metadata:object number:string out_of_band_amount
    pdf:string post_payment_amount:number pre_payment_amount:number pretax_credit_amounts:list reason
    refunds:list shipping_cost:object status:string subtotal:number subtotal_excluding_tax:number total:number
    total_excluding_tax total_taxes type:string voided_at:number
  `,
  customer: `
    address:object balance:number created:number currency:string default_source delinquent:boolean description
    discount:object email id:string invoice_prefix:string invoice_settings:object livemode:boolean
    metadata:object name next_invoice_sequence:number phone preferred_locales:list shipping:object
    tax_exempt:string test_clock
  `,
  customer_balance_transaction: `
    amount:number checkout_session created:number credit_note currency:string customer:string customer_account
    description ending_balance:number id:string invoice livemode:boolean metadata type:string
  `,
  discount: `
    checkout_session customer:string customer_account end:number id:string invoice invoice_item promotion_code
    source:object start:number subscription subscription_item
  `,
  dispute: `
    amount:number balance_transactions:list charge:string created:number currency:string
    enhanced_eligibility_types:list evidence:object evidence_details:object id:string
    is_charge_refundable:boolean livemode:boolean metadata:object payment_intent payment_method_details:object
    reason:string status:string
  `,
  event: `
    api_version created:number data:object id:string livemode:boolean pending_webhooks:number request:object
    type:string
  `,
  invoice: `
    account_country:string account_name account_tax_ids amount_due:number amount_overpaid:number
    amount_paid:number amount_remaining:number amount_shipping:number application attempt_count:number
    attempted:boolean auto_advance:boolean automatic_tax:object automatically_finalizes_at billing_reason:string
    collection_method:string created:number currency:string custom_fields customer:string customer_account
    customer_address:object customer_email customer_name customer_phone customer_shipping:object
    customer_tax_exempt:string customer_tax_ids:list default_payment_method default_source
    default_tax_rates:list description discounts:list due_date:number effective_at:number ending_balance footer
    from_invoice:object hosted_invoice_url id:string invoice_pdf issuer:object last_finalization_error:object
    latest_revision lines:object livemode:boolean metadata:object next_payment_attempt:number number
    on_behalf_of parent:object payment_settings:object period_end:number period_start:number
    post_payment_credit_notes_amount:number pre_payment_credit_notes_amount:number receipt_number
    rendering:object shipping_cost:object shipping_details:object starting_balance:number statement_descriptor
    status:string status_transitions:object subscription subtotal:number subtotal_excluding_tax:number
    test_clock total:number total_discount_amounts:list total_excluding_tax:number total_pretax_credit_amounts
    total_taxes webhooks_delivered_at:number
  `,
  invoice_payment: `
    amount_paid amount_requested:number created:number currency:string id:string invoice:string
    is_default:boolean livemode:boolean payment:object status:string status_transitions:object
  `,
  invoiceitem: `
    amount:number currency:string customer:string customer_account date:number description:string
    discountable:boolean discounts:list id:string invoice livemode:boolean metadata:object net_amount:number
    parent:object period:object pricing:object proration:boolean quantity:number quantity_decimal:string
    tax_rates:list test_clock
  `,
  item: `
    adjustable_quantity:object amount_discount:number amount_subtotal:number amount_tax:number
    amount_total:number currency:string description:string id:string metadata price:object quantity:number
  `,
  line_item: `
    amount:number currency:string description:string discount_amounts:list discountable:boolean discounts:list
    id:string invoice:string livemode:boolean metadata:object parent:object period:object pretax_credit_amounts
    pricing:object quantity:number quantity_decimal subscription subtotal:number taxes
  `,
  payment_intent: `
    amount:number amount_capturable:number amount_details:object amount_received:number application
    application_fee_amount automatic_payment_methods:object canceled_at:number cancellation_reason
    capture_method:string client_secret:string confirmation_method:string created:number currency:string
    customer customer_account description excluded_payment_method_types id:string last_payment_error:object
    latest_charge livemode:boolean managed_payments:object metadata:object next_action:object on_behalf_of
    payment_method payment_method_configuration_details:object payment_method_options:object
    payment_method_types:list processing:object receipt_email review setup_future_usage shipping:object source
    statement_descriptor statement_descriptor_suffix status:string transfer_data:object transfer_group
  `,
  payment_method: `
    allow_redisplay:string billing_details:object card:object created:number customer customer_account id:string
    livemode:boolean metadata:object type:string
  `,
  plan: `
    active:boolean amount:number amount_decimal:string billing_scheme:string created:number currency:string
    id:string interval:string interval_count:number livemode:boolean metadata:object meter nickname
    product:string tiers_mode transform_usage:object trial_period_days usage_type:string
  `,
  price: `
    active:boolean billing_scheme:string created:number currency:string custom_unit_amount:object id:string
    livemode:boolean lookup_key metadata:object nickname product:string recurring:object tax_behavior:string
    tiers_mode transform_quantity:object type:string unit_amount:number unit_amount_decimal:string
  `,
  product: `
    active:boolean created:number default_price:string description:string id:string images:list livemode:boolean
    marketing_features:list metadata:object name:string package_dimensions:object shippable statement_descriptor
    tax_code type:string unit_label updated:number url
  `,
  promotion_code: `
    active:boolean code:string created:number customer customer_account expires_at:number id:string
    livemode:boolean max_redemptions metadata:object promotion:object restrictions:object times_redeemed:number
  `,
  refund: `
    amount:number balance_transaction charge:string created:number currency:string customer customer_account
    destination_details:object id:string metadata:object payment_intent payment_method reason receipt_number
    source_transfer_reversal status:string transfer_reversal
  `,
  setup_intent: `
    application automatic_payment_methods:object cancellation_reason client_secret:string created:number customer
    description excluded_payment_method_types flow_directions id:string last_setup_error:object latest_attempt
    livemode:boolean mandate metadata:object next_action:object on_behalf_of payment_method
    payment_method_configuration_details:object payment_method_options:object payment_method_types:list
    single_use_mandate status:string usage:string
  `,
  subscription: `
    application application_fee_percent automatic_tax:object billing_cycle_anchor:number
    billing_cycle_anchor_config:object billing_mode:object billing_schedules:list billing_thresholds:object
    cancel_at:number cancel_at_period_end:boolean canceled_at:number cancellation_details:object
    collection_method:string created:number currency:string customer:string customer_account days_until_due
    default_payment_method default_source default_tax_rates:list description discounts:list ended_at:number
    id:string invoice_settings:object items:object latest_invoice livemode:boolean managed_payments:object
    metadata:object next_pending_invoice_item_invoice:number on_behalf_of pause_collection:object
    payment_settings:object pending_invoice_item_interval:object pending_setup_intent pending_update:object
    schedule start_date:number status:string test_clock transfer_data:object trial_end:number
    trial_settings:object trial_start:number
  `,
  subscription_item: `
    billing_thresholds:object created:number current_period_end:number current_period_start:number
    discounts:list id:string metadata:object plan:object price:object quantity:number subscription:string
    tax_rates:list
  `,
  subscription_schedule: `
    application billing_mode:object canceled_at:number completed_at:number created:number current_phase:object
    customer:string customer_account default_settings:object end_behavior:string id:string livemode:boolean
    metadata:object phases:list released_at:number released_subscription status:string subscription test_clock
  `,
  'billing_portal.configuration': `
    active:boolean application business_profile:object created:number default_return_url features:object id:string
    is_default:boolean livemode:boolean login_page:object metadata name updated:number
  `,
  'billing_portal.session': `
    configuration:string created:number customer:string customer_account flow:object id:string livemode:boolean
    locale on_behalf_of return_url:string url:string
  `,
  tax_id: `
    country:string created:number customer customer_account id:string livemode:boolean owner:object type:string
    value:string verification:object
  `,
  tax_rate: `
    active:boolean country:string created:number description:string display_name:string effective_percentage
    flat_amount:object id:string inclusive:boolean jurisdiction:string jurisdiction_level livemode:boolean
    metadata:object percentage:number rate_type state tax_type:string
  `,
  'test_helpers.test_clock': `
    created:number deletes_after:number frozen_time:number id:string livemode:boolean name status:string
    status_details:object
  `,
  webhook_endpoint: `
    api_version application created:number description:string enabled_events:list id:string livemode:boolean
    metadata:object status:string url:string
  `,
}

/** Fields of the fixtures that belong to older versions of the API, or that exist only on request. */
const notByItself: ReadonlySet<string> = new Set(['invoice.subscription', 'charge.refunds'])

/** The differences of an answer and all objects within it from the published fixtures: missing names, other types. */
export function differencesOf(answer: unknown): readonly string[] {
  if (Array.isArray(answer)) return answer.flatMap(differencesOf)
  if (typeof answer !== 'object' || answer === null) return []
  const entries = Object.entries(answer)
  const own = new Map(entries)
  const name = own.get('object')
  const published = typeof name === 'string' && !own.has('deleted') ? (fields[name] ?? '') : ''
  const differences = published.split(/\s+/).flatMap((word) => {
    const [field = '', type] = word.split(':')
    if (field === '' || notByItself.has(`${name}.${field}`)) return []
    if (!own.has(field)) return [`${name}.${field} is missing`]
    const found = typeOf(own.get(field))
    const isExpanded = type === 'string' && found === 'object'
    const isRight = type === undefined || found === 'null' || found === type || isExpanded
    return isRight ? [] : [`${name}.${field} is ${found}`]
  })
  return [...differences, ...entries.flatMap(([, value]) => differencesOf(value))]
}

function typeOf(value: unknown): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'list' : typeof value
}
