/**
 * The rules of a deep-research service as data, and a suite that tests any service against them.
 *
 * @module @deep-research/mock/conformance
 */

export type { Finding } from './finding.ts'
export type { Subject } from './probe.ts'
export { REQUIREMENTS, type Requirement, type RequirementId, type RuleSource } from './requirements.ts'
export { type ConformanceOptions, type ConformanceReport, runConformance, type Verdict } from './suite.ts'
