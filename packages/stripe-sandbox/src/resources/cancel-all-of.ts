import type { Customer } from '../model/customer.ts'
import type { Work } from '../work.ts'

/** Ends what a customer has when it is deleted. */
export function cancelAllOf(_work: Work, _customer: Customer): void {}
