/// Runs the programs of the articles, in a folder with what they read.
try routingAndItsQuestions()
try difficultyAndHonesty()
try await buildingAMap()
try matchingADay()
try await followingPeople()
try makingTiles()
