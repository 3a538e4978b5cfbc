import { type ControlRoute as RouteOf, routeMaker } from '@goodword/sandbox/control/control-route'
import type { Control } from './control.ts'
import { findMerchant } from './find-merchant.ts'

export type ControlRoute = RouteOf<Control>

export const routes = routeMaker('/merchants', findMerchant)

export const { ofAll, ofAccount } = routes
