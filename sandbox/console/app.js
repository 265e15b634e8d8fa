// Starts the console.

document.getElementById("app").textContent = "hr-sandbox";
