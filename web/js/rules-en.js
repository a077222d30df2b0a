/** @type {Record<string, import("./rules.js").Part[]>} */
export default {};
