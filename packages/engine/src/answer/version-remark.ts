import marks from '#language/data/lead-marks.json' with { type: 'json' }

const REMARK = new RegExp(`^[\\s(*_]*(?:${marks.versionRemarks.join('|')})`, 'iu')

/** Whether a text says since which version something is as it is: "New in version 3.4.", "Changed in version 2: …" */
export const isVersionRemark = (text: string): boolean => REMARK.test(text)
